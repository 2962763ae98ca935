-- SPDX-License-Identifier: MIT
-- Warps wait for room in the queue of loads and stores for 90 % of the time, while memory is at 55 % of its peak. Fewer accesses
-- have less to move, too: that share of the peak is no bound.
-- expect: cost_ns=4490000..4510000, evidence!~"in use for"
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 55), (5, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 10),
	(5, 'dram__throughput.avg.pct_of_peak_sustained_elapsed', 55);
INSERT INTO do_sample VALUES (2, 0, 'lg_throttle', 900, 900), (2, 16, 'selected', 100, 0);
