-- SPDX-License-Identifier: MIT
-- As fires-short-kernels.sql; one of ten kernels is another: the advice begins with more work in one launch.
-- expect: advice~"First do many of them in one launch", advice~cudaGraphLaunch, evidence~"one shape 450 of 500"
INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 500)
	SELECT 5000 * i, 4700, 7000 + 5000 * i, 1000, CASE WHEN i % 10 = 9 THEN 2 ELSE 1 END FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (2505000, 6000);
