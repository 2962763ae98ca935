-- SPDX-License-Identifier: MIT
-- One thread of a block ends what all have computed, which takes 4 % of the samples.
-- include: alone.sql
INSERT INTO do_ten_launches VALUES (2);
INSERT INTO do_metric VALUES (2, 'smsp__thread_inst_executed_per_inst_executed.ratio', 31.0), (2, 'smsp__sass_average_branch_targets_threads_uniform.pct', 99),
	(2, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 5), (2, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 5);
INSERT INTO do_sample VALUES (1, 0x150, 'long_scoreboard', 20, 20), (1, 0x1a0, 'selected', 20, 0), (1, 0x50, 'long_scoreboard', 960, 0);
