-- SPDX-License-Identifier: MIT
-- Two kernels of 9 and 8 us: what is wrong with both is that they are so short, which is one finding.
-- expect: severity=note, gain=null, subject=large, headline~"large and 1 other kernel: occupancy 40 %, where 100 % would fit in the first", headline~"so short", evidence~"large (225.0 us) and small (200.0 us)", occurrences=50, cost_ns=250000..260000
-- expect-count: 1
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 49)
	SELECT 3500 * i, 6000 + 10000 * i, 9000 - 1000 * (i % 2), CASE i % 2 WHEN 0 THEN 5 ELSE 7 END FROM n;
INSERT INTO do_metric VALUES (5, 'sm__warps_active.avg.pct_of_peak_sustained_active', 40), (5, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 10),
	(7, 'sm__warps_active.avg.pct_of_peak_sustained_active', 40), (7, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 10);
