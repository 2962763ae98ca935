-- SPDX-License-Identifier: MIT
-- Most lanes are active and few branches split, but loops of unequal length keep the warps split: a quarter of all that is issued is for nothing.
-- expect: severity=warning, gain_percent=19..21, headline~"24.7 of 32", evidence~"if all lanes can be filled", advice~"stay split for long"
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'smsp__thread_inst_executed_per_inst_executed.ratio', 24.7),
	(5, 'smsp__sass_average_branch_targets_threads_uniform.pct', 92),
	(5, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 88),
	(5, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 27);
