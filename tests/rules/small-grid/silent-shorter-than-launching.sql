-- SPDX-License-Identifier: MIT
-- As fires-where-launching-is-slow.sql, with kernels of 12 us: more blocks would not make them end sooner than the next
-- can be there.
INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 99)
	SELECT 100000 * i, 60000, 65000 + 100000 * i, 12000, 3 FROM n;
