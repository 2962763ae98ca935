-- SPDX-License-Identifier: MIT
-- The usual boundary check splits one warp of the grid, one in more than a thousand.
-- include: code.sql
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'smsp__thread_inst_executed_per_inst_executed.ratio', 31.99), (5, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 75);
INSERT INTO do_count VALUES (5, 80, 'smsp__sass_inst_executed', 84480), (5, 80, 'smsp__sass_thread_inst_executed', 2703343),
	(5, 80, 'smsp__sass_branch_targets_threads_divergent', 1);
