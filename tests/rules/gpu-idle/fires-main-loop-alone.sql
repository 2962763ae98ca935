-- SPDX-License-Identifier: MIT
-- Twenty kernels 1.2 ms apart, then 330 launches 0.3 ms apart, every eleventh of them of the same kernel. The loop
-- begins with the other kernel: the first gaps are before it.
-- expect: cost_ns=90000000..105000000
INSERT INTO function VALUES (3, '_Z5otherPf');
UPDATE launch_shape SET function_id = 3 WHERE id = 5;
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19)
	SELECT 1300000 * i, 1300000 * i + 6000, 100000, 5 FROM n;
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 329)
	SELECT 26000000 + 400000 * i, 26006000 + 400000 * i, 100000, iif(i % 11 = 10, 5, 4) FROM n;
