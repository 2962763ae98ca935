-- SPDX-License-Identifier: MIT
-- As fires-stays-split.sql with less to win: so much a tree of few levels loses at its end.
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'smsp__thread_inst_executed_per_inst_executed.ratio', 26.5),
	(5, 'smsp__sass_average_branch_targets_threads_uniform.pct', 92),
	(5, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 80),
	(5, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 27);
