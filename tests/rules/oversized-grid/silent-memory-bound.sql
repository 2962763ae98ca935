-- SPDX-License-Identifier: MIT
-- 800,000 blocks that start every 1.24 cycles, as fast as they can, and keep memory busy for 62 % of the time.
UPDATE launch_shape SET grid_x = 800000 WHERE id = 5;
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 30),
	(5, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 62);
