-- SPDX-License-Identifier: MIT
-- A kernel bound by issue with 24.4 active lanes, a few branches of which split a warp: it may stay so for long.
-- expect: headline~"24.4 of 32"
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'smsp__thread_inst_executed_per_inst_executed.ratio', 24.4),
	(5, 'smsp__issue_active.avg.pct_of_peak_sustained_active', 91),
	(5, 'smsp__sass_average_branch_targets_threads_uniform.pct', 99.99),
	(5, 'smsp__sass_branch_targets_threads_uniform.sum', 13600000),
	(5, 'smsp__sass_branch_targets_threads_divergent.sum', 1300);
