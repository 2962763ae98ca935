-- SPDX-License-Identifier: MIT
-- One thread of a block works alone for 30 % of the samples, and other blocks of ten waves fill the time.
-- include: alone.sql
UPDATE launch_shape SET grid_x = 10560 WHERE id = 7;
INSERT INTO do_ten_launches VALUES (7);
INSERT INTO do_metric VALUES (7, 'smsp__thread_inst_executed_per_inst_executed.ratio', 31.0), (7, 'smsp__sass_average_branch_targets_threads_uniform.pct', 99),
	(7, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 5), (7, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 5);
INSERT INTO do_sample VALUES (1, 0x150, 'long_scoreboard', 280, 280), (1, 0x1a0, 'selected', 20, 0), (1, 0x50, 'long_scoreboard', 700, 0);
