-- SPDX-License-Identifier: MIT
-- One scheduler of an SM executes 2.4 times as many instructions as the average one: the first warp of each block has
-- more to do. No samples are needed to see that.
-- expect: severity=warning, gain_percent=70..75, headline~unequal, evidence~"2.4 times as much as"
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'sm__warps_active.avg.pct_of_peak_sustained_active', 25), (5, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 10),
	(5, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 10), (5, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 10),
	(5, 'smsp__inst_executed.sum', 5280000), (5, 'smsp__inst_executed.max', 24000),
	(5, 'sm__cycles_active.avg', 890000), (5, 'sm__cycles_active.max', 900000);
