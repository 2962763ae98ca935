-- SPDX-License-Identifier: MIT
-- Twelve copies of 1 ms between pauses of the host, and kernels of 2 ms: the GPU does other things for longer.
INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 11)
	SELECT 20000000 * i, 20000000 * i + 10000, 1000000, 52428800 FROM n;
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 11)
	SELECT 240000000 + 4000 * i, 240010000 + 2000000 * i, 2000000, 5 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (240100000, 24000000);
