-- SPDX-License-Identifier: MIT
-- 300 times an unfolding of 2 us and a product of 2 us, one launch every 10 us: the host cannot keep up, and what is unfolded costs its launch.
-- expect: subject=unfolded images, cost_ns=2600000..3200000, evidence~the GPU waited for their launches
UPDATE function SET name = '_ZN2at6native13im2col_kernelIfEEvlPKT_lllllllllllllPS2_' WHERE id = 1;
INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 599)
	SELECT 10000 * i, 9000, 12000 + 10000 * i, 2000, CASE i % 2 WHEN 0 THEN 7 ELSE 5 END FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (6000000, 20000);
