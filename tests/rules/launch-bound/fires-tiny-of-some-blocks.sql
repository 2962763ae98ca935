-- SPDX-License-Identifier: MIT
-- As fires-tiny.sql, with kernels of eight blocks, which are as soon done.
-- expect: advice~"the CPU may be faster", evidence~"have 8 blocks or fewer"
INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 999) SELECT 20000 * i, 5000, 20000 * i + 8000, 1000, 3 FROM n;
