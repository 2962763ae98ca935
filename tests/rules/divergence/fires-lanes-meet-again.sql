-- SPDX-License-Identifier: MIT
-- 132 blocks of eight warps, all there at once, which execute alike, and split 2,000 times each: lanes part and meet again in
-- the rounds of a loop, and none runs on by itself.
-- expect: severity=warning, gain=null, not_predicted~"collect items for full warps", advice~"Collect first", evidence~"splits 2,000 times in a warp"
-- include: gather.sql
UPDATE launch_shape SET grid_x = 132, block_x = 256 WHERE id = 5;
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'smsp__thread_inst_executed_per_inst_executed.ratio', 8.0), (5, 'smsp__sass_average_branch_targets_threads_uniform.pct', 90),
	(5, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 15), (5, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 15),
	(5, 'smsp__inst_executed.sum', 105600000), (5, 'smsp__inst_executed.max', 210000), (5, 'smsp__sass_branch_targets_threads_divergent.sum', 2112000);
INSERT INTO do_sample VALUES (2, 0x1b0, 'selected', 350, 0), (2, 0x1b0, 'wait', 350, 0), (2, 0x1d0, 'long_scoreboard', 300, 0);
