-- SPDX-License-Identifier: MIT
-- Two of 32 lanes are active, and one scheduler executes 2.4 times as many instructions as the average one: a few long
-- items decide. Full warps would not be done sooner, and nothing is predicted.
-- expect: severity=warning, occurrences=10, gain=null, headline~"2.0 of 32 lanes", evidence~"2.4 times as much as", advice~"Give long items more threads"
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'smsp__thread_inst_executed_per_inst_executed.ratio', 2.0), (5, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 75), (5, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 75),
	(5, 'smsp__inst_executed.sum', 5280000), (5, 'smsp__inst_executed.max', 24000);
