-- SPDX-License-Identifier: MIT
-- As fires-one-shape.sql, but one of eight kernels is another.
-- expect: advice!~"in one launch", advice~cudaGraphLaunch, evidence!~"one shape"
INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 500)
	SELECT 5000 * i, 4700, 7000 + 5000 * i, 1000, CASE WHEN i % 8 = 7 THEN 2 ELSE 1 END FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (2505000, 6000);
