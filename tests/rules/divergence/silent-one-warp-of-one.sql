-- SPDX-License-Identifier: MIT
-- A loop behind threadIdx.x < 32, in blocks of one warp, which all pass.
-- include: alone_warp.sql
UPDATE launch_shape SET grid_x = 100 WHERE id = 1;
INSERT INTO do_ten_launches VALUES (1);
INSERT INTO do_metric VALUES (1, 'smsp__thread_inst_executed_per_inst_executed.ratio', 31.0), (1, 'smsp__sass_average_branch_targets_threads_uniform.pct', 99),
	(1, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 5), (1, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 5);
INSERT INTO do_sample VALUES (1, 0x150, 'long_scoreboard', 280, 280), (1, 0x1a0, 'selected', 20, 0), (1, 0x50, 'long_scoreboard', 700, 0);
