-- SPDX-License-Identifier: MIT
-- The kernel of fires-lanes-meet-again.sql: the busiest scheduler has half as much more to do than with equal work.
-- expect: severity=note, gain=null, not_predicted~"as long as the longest", advice!~"Collect first"
-- include: gather.sql
UPDATE launch_shape SET grid_x = 132, block_x = 256 WHERE id = 5;
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'smsp__thread_inst_executed_per_inst_executed.ratio', 8.0), (5, 'smsp__sass_average_branch_targets_threads_uniform.pct', 90),
	(5, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 15), (5, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 15),
	(5, 'smsp__inst_executed.sum', 105600000), (5, 'smsp__inst_executed.max', 300000), (5, 'smsp__sass_branch_targets_threads_divergent.sum', 2112000);
INSERT INTO do_sample VALUES (2, 0x1b0, 'selected', 350, 0), (2, 0x1b0, 'wait', 350, 0), (2, 0x1d0, 'long_scoreboard', 300, 0);
