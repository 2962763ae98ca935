-- SPDX-License-Identifier: MIT
-- 100 blocks of two warps, all about as long: nothing is said of a longest
-- one.
-- expect: subject=large, evidence!~"longest", advice~"at least one block for each"
UPDATE launch_shape SET grid_x = 100, block_x = 64 WHERE id = 5;
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 15),
	(5, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 12), (5, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 5),
	(5, 'smsp__inst_executed.sum', 200000), (5, 'smsp__inst_executed.max', 1100);
