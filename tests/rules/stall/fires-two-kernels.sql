-- SPDX-License-Identifier: MIT
-- Two kernels wait for the same: one finding, with what both lose, but for the fifth of the time in which memory is busy.
-- expect: subject=large, cost_ns=4250000..4300000, headline~"and 1 other kernel", occurrences=20, evidence~"device memory is in use for 20 %"
-- expect-count: 1
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19)
	SELECT 4000 * i, 6000 + 300000 * i, 300000 - 30000 * (i % 2) - 1000, CASE i % 2 WHEN 0 THEN 5 ELSE 7 END FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (95000, 5915000);
INSERT INTO do_sample VALUES (2, 0, 'long_scoreboard', 900, 900), (2, 16, 'selected', 100, 0);
INSERT INTO do_sample VALUES (1, 0, 'long_scoreboard', 700, 700), (1, 16, 'selected', 300, 0);
INSERT INTO do_metric VALUES (5, 'dram__throughput.avg.pct_of_peak_sustained_elapsed', 20), (7, 'dram__throughput.avg.pct_of_peak_sustained_elapsed', 20);
