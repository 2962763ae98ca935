-- SPDX-License-Identifier: MIT
-- One blocking copy of the input, then kernels: it has nothing to overlap with.
INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, is_async, api)
	VALUES (0, 315000, 10000, 300000, 16 << 20, 0, 'cudaMemcpy_v3020');
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 9)
	SELECT 316000 + 4000 * i, 322000 + 201000 * i, 200000, 5 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (360000, 1975000);
