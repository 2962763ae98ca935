-- SPDX-License-Identifier: MIT
-- 132 blocks of four warps, which keep memory busy for two thirds of the time.
UPDATE launch_shape SET grid_x = 132, block_x = 128 WHERE id = 5;
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 20),
	(5, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 65);
