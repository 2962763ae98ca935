-- SPDX-License-Identifier: MIT
-- As fires-tiny.sql, but each thirteenth kernel takes 14 us, with three blocks: most of the time, in which 129 of 132 SMs have nothing to do.
-- expect: advice~"the CPU may be faster", evidence~"have 3 blocks or fewer"
UPDATE launch_shape SET grid_x = 3 WHERE id = 3;
INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 999)
	SELECT 25000 * i, 5000, 25000 * i + 8000, CASE i % 13 WHEN 0 THEN 14000 ELSE 1000 END, CASE i % 13 WHEN 0 THEN 3 ELSE 2 END FROM n;
