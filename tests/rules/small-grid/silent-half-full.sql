-- SPDX-License-Identifier: MIT
-- 600 of 1,056 blocks: more than half of what fits.
UPDATE launch_shape SET grid_x = 600 WHERE id = 5;
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 20),
	(5, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 20);
