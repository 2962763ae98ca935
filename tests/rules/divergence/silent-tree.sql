-- SPDX-License-Identifier: MIT
-- A reduction whose pairs are far apart: nearly as few lanes, but only the last steps split a warp.
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'smsp__thread_inst_executed_per_inst_executed.ratio', 28.8),
	(5, 'smsp__sass_average_branch_targets_threads_uniform.pct', 92),
	(5, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 71),
	(5, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 27);
