-- SPDX-License-Identifier: MIT
-- As fires-between-streams.sql with kernels of 50 us: each starts 10 us behind what its function's loading waited for, which
-- is too few to measure that by.
-- expect: gain_ns=125000..133000
-- include: stages.sql
INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id) VALUES
	(0, 6000, 50000, 11), (4000, 10000, 50000, 12), (8000, 14000, 50000, 13);
INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns, stream_id, launch_shape_id) VALUES
	(12000, 10000, 74000, 50000, 11, 103), (24000, 10000, 134000, 50000, 12, 104),
	(36000, 10000, 194000, 50000, 13, 105);
INSERT INTO overhead (kind, start_ns, duration_ns, thread_id) VALUES
	(327680, 13000, 5000, 1), (327680, 25000, 5000, 1), (327680, 37000, 5000, 1);
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (50000, 197000);
