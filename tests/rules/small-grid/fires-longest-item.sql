-- SPDX-License-Identifier: MIT
-- 100 blocks of two warps, of which one executes 1.8 times as many instructions as their mean: it decides how long a
-- launch takes.
-- expect: subject=large, evidence~"of its 200 warps on 528 schedulers", evidence~"1.8 times", advice~"Where a launch does not need what the one before it left, put the items of several into one"
UPDATE launch_shape SET grid_x = 100, block_x = 64 WHERE id = 5;
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 15),
	(5, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 12), (5, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 5),
	(5, 'smsp__inst_executed.sum', 200000), (5, 'smsp__inst_executed.max', 1800);
