-- SPDX-License-Identifier: MIT
-- Warps wait for data for 90 % of the time, while memory is at 55 % of its peak: hiding the waits wins 45 % at most.
-- expect: cost_ns=2240000..2260000, evidence~"device memory is in use for 55 % of its time"
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 55), (5, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 10),
	(5, 'dram__throughput.avg.pct_of_peak_sustained_elapsed', 55);
INSERT INTO do_sample VALUES (2, 0, 'long_scoreboard', 900, 900), (2, 16, 'selected', 100, 0);
