-- SPDX-License-Identifier: MIT
-- Kernels of 9 us: their warps start, wait for what they load, and end.
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 49)
	SELECT 3500 * i, 6000 + 10000 * i, 9000, 5 FROM n;
INSERT INTO do_sample VALUES (2, 0, 'long_scoreboard', 900, 900), (2, 16, 'selected', 100, 0);
INSERT INTO do_metric VALUES (5, 'dram__throughput.avg.pct_of_peak_sustained_elapsed', 20);
