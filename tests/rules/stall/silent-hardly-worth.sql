-- SPDX-License-Identifier: MIT
-- As fires-barrier.sql, in 1.9 % of the run: of what warps wait for a tenth can be expected to be won, which nobody would see.
-- include: code.sql
UPDATE launch_shape SET function_id = 2 WHERE id = 5;
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (5030000, 5040000, 100000, 7);
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (5040000, 110000);
INSERT INTO do_sample VALUES (1, 368, 'barrier', 750, 650), (1, 240, 'long_scoreboard', 150, 150), (1, 0, 'selected', 100, 0),
	(2, 0, 'selected', 1000, 0);
