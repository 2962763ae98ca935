-- SPDX-License-Identifier: MIT
-- A reduction of neighbouring pairs: 28 lanes are active on average, but warps split at every third branch.
-- expect: severity=warning, gain_percent=8..9, headline~"28.0 of 32", evidence~"if all lanes can be filled"
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'smsp__thread_inst_executed_per_inst_executed.ratio', 28),
	(5, 'smsp__sass_average_branch_targets_threads_uniform.pct', 69),
	(5, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 70),
	(5, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 36);
