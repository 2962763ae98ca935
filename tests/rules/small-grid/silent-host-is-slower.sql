-- SPDX-License-Identifier: MIT
-- fires-where-launching-is-slow.sql without the waits: the host launches every 100 us, whatever the kernels of 30 us take.
INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 99)
	SELECT 100000 * i, 60000, 65000 + 100000 * i, 30000, 3 FROM n;
