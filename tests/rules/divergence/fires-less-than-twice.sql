-- SPDX-License-Identifier: MIT
-- As in long-items, but the scheduler with most to do has 1.9 times as much as the average one: the others work for most
-- of the time, and what full warps win is predicted.
-- expect: severity=warning, occurrences=10, gain_percent>=50, headline~"2.0 of 32 lanes", evidence!~"more than with equal work"
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'smsp__thread_inst_executed_per_inst_executed.ratio', 2.0), (5, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 75), (5, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 75),
	(5, 'smsp__inst_executed.sum', 5280000), (5, 'smsp__inst_executed.max', 19000);
