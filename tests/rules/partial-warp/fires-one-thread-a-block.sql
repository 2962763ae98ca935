-- SPDX-License-Identifier: MIT
-- One thread in each block.
-- expect: severity=warning, headline~"blocks of 1 thread: 97 %"
UPDATE launch_shape SET block_x = 1, grid_x = 100000 WHERE id = 5;
INSERT INTO do_ten_launches VALUES (5);
