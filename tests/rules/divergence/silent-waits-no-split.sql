-- SPDX-License-Identifier: MIT
-- Warps wait for what they load in a loop, in which no branch splits any: instructions of whole warps count as ones of a lane.
-- include: gather.sql
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'smsp__thread_inst_executed_per_inst_executed.ratio', 22.4),
	(5, 'smsp__sass_average_branch_targets_threads_uniform.pct', 100),
	(5, 'smsp__sass_branch_targets_threads_divergent.sum', 0),
	(5, 'smsp__issue_active.avg.pct_of_peak_sustained_active', 14),
	(5, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 14),
	(5, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 25);
INSERT INTO do_sample VALUES (2, 0x1a0, 'long_scoreboard', 860, 860), (2, 0x1b0, 'wait', 100, 60), (2, 0x1b0, 'selected', 40, 0);
