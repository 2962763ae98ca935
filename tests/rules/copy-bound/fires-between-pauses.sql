-- SPDX-License-Identifier: MIT
-- Twelve copies, each with data that the host took 19 ms to make, and short kernels: what the GPU does is copying,
-- and it is only a part of the run.
-- expect: severity=note, occurrences=12, cost_ns=11500000..12100000, headline~"in which it is busy"
INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, is_async, api)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 11)
	SELECT 20000000 * i, 1020000, 20000000 * i + 10000, 1000000, 52428800, 0, 'cudaMemcpy_v3020' FROM n;
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 11)
	SELECT 240000000 + 4000 * i, 240010000 + 20000 * i, 20000, 5 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (240100000, 300000);
