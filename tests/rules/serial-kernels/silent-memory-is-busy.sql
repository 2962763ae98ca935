-- SPDX-License-Identifier: MIT
-- Kernels that fill a quarter of the GPU's warp slots, and take 85 % of what its memory delivers: two at once would share it.
UPDATE launch_shape SET grid_x = 66 WHERE id = 6;
INSERT INTO do_ten_launches (launch_shape_id) VALUES (6);
INSERT INTO do_metric VALUES (6, 'dram__throughput.avg.pct_of_peak_sustained_elapsed', 85),
	(6, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 9),
	(6, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 85);
