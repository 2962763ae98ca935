-- SPDX-License-Identifier: MIT
-- 256 blocks on 132 SMs, which keep a unit busy.
UPDATE launch_shape SET grid_x = 256 WHERE id = 5;
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 75),
	(5, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 20);
