-- SPDX-License-Identifier: MIT
-- Two blocks on each SM, where eight would fit: as many on each is a choice.
UPDATE launch_shape SET grid_x = 264 WHERE id = 5;
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 20),
	(5, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 20);
