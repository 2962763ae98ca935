-- SPDX-License-Identifier: MIT
-- Kernels shorter than their launch are bound by launching.
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 49)
	SELECT 4000 * i, 6000 + 4000 * i, 2000, 5 FROM n;
INSERT INTO do_metric VALUES (5, 'smsp__thread_inst_executed_per_inst_executed.ratio', 8.0), (5, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 75);
