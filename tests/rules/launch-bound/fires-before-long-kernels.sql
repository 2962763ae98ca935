-- SPDX-License-Identifier: MIT
-- Twenty times 40 kernels of 1 us, one launch every 5 us, and behind them one of 400 us, for which the host waits: a
-- graph wins what the GPU idles between the short ones, 39 x 3.8 us each time, however long the last one runs.
-- include: any.sql
-- expect: gain_ns=2600000..3100000, cost_ns=2900000..3200000
INSERT INTO do_any
	WITH RECURSIVE r(k) AS (SELECT 0 UNION ALL SELECT k + 1 FROM r WHERE k < 19), n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 41)
	SELECT 700000 * k + 5000 * i + CASE WHEN i = 41 THEN 406000 ELSE 0 END, i = 41 FROM r, n ORDER BY 1;
UPDATE kernel SET duration_ns = 400000, launch_shape_id = 4 WHERE (start_ns - 7000) % 700000 = 200000;
