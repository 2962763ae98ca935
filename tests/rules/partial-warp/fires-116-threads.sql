-- SPDX-License-Identifier: MIT
-- 116 threads leave 12 of 128 lanes empty: a tenth, more than durations vary by.
-- expect: severity=warning, occurrences=10, headline~"9 % of the lanes"
UPDATE launch_shape SET block_x = 116, grid_x = 21120 WHERE id = 5;
INSERT INTO do_ten_launches VALUES (5);
