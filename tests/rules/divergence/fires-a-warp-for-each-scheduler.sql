-- SPDX-License-Identifier: MIT
-- 100 blocks of two warps, one for each scheduler that has any, and a quarter of their lanes active: the longest lane
-- decides how long a launch takes, and full warps would not be done sooner.
-- expect: severity=note, gain=null, headline~"8.0 of 32", not_predicted~"as long as the longest", advice~"Give long items more threads"
UPDATE launch_shape SET grid_x = 100, block_x = 64 WHERE id = 5;
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'smsp__thread_inst_executed_per_inst_executed.ratio', 8.0), (5, 'smsp__issue_active.avg.pct_of_peak_sustained_active', 40),
	(5, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 40), (5, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 40),
	(5, 'smsp__inst_executed.sum', 200000), (5, 'smsp__inst_executed.max', 1800);
INSERT INTO do_sample (function_id, reason, samples) VALUES (2, 'selected', 350), (2, 'wait', 350), (2, 'long_scoreboard', 300);
