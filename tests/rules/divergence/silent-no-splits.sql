-- SPDX-License-Identifier: MIT
-- A kernel bound by issue with 24.4 active lanes, in which no branch splits a warp: a quarter of its instructions a warp
-- executes as a whole (the rounds of a hash, unrolled), and these count as ones of a single lane.
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'smsp__thread_inst_executed_per_inst_executed.ratio', 24.4),
	(5, 'smsp__issue_active.avg.pct_of_peak_sustained_active', 91),
	(5, 'smsp__sass_average_branch_targets_threads_uniform.pct', 100),
	(5, 'smsp__sass_branch_targets_threads_uniform.sum', 13600000),
	(5, 'smsp__sass_branch_targets_threads_divergent.sum', 0);
