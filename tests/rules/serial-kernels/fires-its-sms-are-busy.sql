-- SPDX-License-Identifier: MIT
-- The SMs that have blocks issue in nearly every cycle, and most SMs have none: others could run there.
-- expect: severity=note, occurrences=10, gain=null
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 9)
	SELECT 4000 * i, 6000 + 501000 * i, 500000, 3 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (45000, 4975000);
INSERT INTO do_metric VALUES (3, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 99),
	(3, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 6),
	(3, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 1);
