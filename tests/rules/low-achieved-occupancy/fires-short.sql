-- SPDX-License-Identifier: MIT
-- Kernels of 9 us: filling and emptying the SMs takes a good part of that.
-- expect: severity=note, gain=null, headline~"so short"
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 49)
	SELECT 3500 * i, 6000 + 10000 * i, 9000, 5 FROM n;
INSERT INTO do_metric VALUES (5, 'sm__warps_active.avg.pct_of_peak_sustained_active', 40), (5, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 10);
