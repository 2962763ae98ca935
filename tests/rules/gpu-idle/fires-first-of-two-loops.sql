-- SPDX-License-Identifier: MIT
-- Twenty kernels 1.2 ms apart, then 180 launches 0.3 ms apart, every third of them of the same kernel, which has two
-- fifths of all launches: what it begins is a loop, and its gaps count.
-- expect: cost_ns=70000000..82000000
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19)
	SELECT 1300000 * i, 1300000 * i + 6000, 100000, 5 FROM n;
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 179)
	SELECT 26000000 + 400000 * i, 26006000 + 400000 * i, 100000, iif(i % 3 = 2, 5, 4) FROM n;
