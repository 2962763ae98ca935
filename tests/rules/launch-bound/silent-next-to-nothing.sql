-- SPDX-License-Identifier: MIT
-- Twenty kernels of 500 ns, one every 8 us, in a program that starts for three seconds: most of the 160 us is idle, and
-- nobody would see the run without.
INSERT INTO do_call (call_ns, call_duration_ns, api) VALUES (-3000000000, 2999900000, 'cudaStreamCreate_v3020');
INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19)
	SELECT 8000 * i, 6000 + 8000 * i, 500, 11, 4 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns, stream_id) VALUES (162000, 8000, 11);
