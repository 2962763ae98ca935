-- SPDX-License-Identifier: MIT
-- Two functions in two streams, both loaded before: they run side by side.
INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns, launch_shape_id) VALUES
	(0, 50000, 53000, 2000, 1), (60000, 50000, 113000, 2000, 3);
UPDATE launch_shape SET function_id = 2 WHERE id = 3;
INSERT INTO overhead (kind, start_ns, duration_ns, thread_id) VALUES (327680, 1000, 40000, 1), (327680, 61000, 40000, 1);
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (120000, 3000);
INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id) VALUES
	(130000, 136000, 1000000, 11, 1), (134000, 140000, 1000000, 12, 3), (138000, 144000, 1000000, 13, 1);
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (145000, 1004000);
