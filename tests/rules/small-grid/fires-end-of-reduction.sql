-- SPDX-License-Identifier: MIT
-- The end of a reduction: one block, whose first warp adds up what the four have left. That is no long item.
-- expect: subject=large, evidence!~"longest", advice~"at least one block for each"
UPDATE launch_shape SET grid_x = 1, block_x = 128 WHERE id = 5;
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 15),
	(5, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 12), (5, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 5),
	(5, 'smsp__inst_executed.sum', 4000), (5, 'smsp__inst_executed.max', 1800);
