-- SPDX-License-Identifier: MIT
-- As fires-tiny-and-some-long.sql, but the long ones have eight blocks of 128 threads: what a GPU does with a thousand threads for most of
-- the time, a CPU need not do sooner.
-- expect: advice!~"the CPU may be faster"
INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 999)
	SELECT 25000 * i, 5000, 25000 * i + 8000, CASE i % 13 WHEN 0 THEN 14000 ELSE 1000 END, CASE i % 13 WHEN 0 THEN 3 ELSE 2 END FROM n;
