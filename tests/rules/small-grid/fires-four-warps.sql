-- SPDX-License-Identifier: MIT
-- A block of four warps works on something in parallel, so that a tenth of the time is enough to name it.
-- expect: severity=warning, occurrences=1, headline~131 of 132
UPDATE launch_shape SET block_x = 128 WHERE id = 2;
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (6000000, 6010000, 600000, 2);
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (6020000, 600000);
