-- SPDX-License-Identifier: MIT
-- As fires-waits-of-rounds.sql, but memory is busy for 58 % of the time: full warps would ask it for as much in less.
-- expect: severity=warning, evidence~"range 7 to 42 %"
-- include: gather.sql
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'smsp__thread_inst_executed_per_inst_executed.ratio', 16.4),
	(5, 'smsp__sass_average_branch_targets_threads_uniform.pct', 70),
	(5, 'smsp__sass_branch_targets_threads_divergent.sum', 30000),
	(5, 'smsp__issue_active.avg.pct_of_peak_sustained_active', 14),
	(5, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 14),
	(5, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 58);
INSERT INTO do_sample VALUES (2, 0x1a0, 'long_scoreboard', 820, 820), (2, 0x1d0, 'long_scoreboard', 40, 40), (2, 0x1b0, 'wait', 100, 60), (2, 0x1b0, 'selected', 40, 0);
