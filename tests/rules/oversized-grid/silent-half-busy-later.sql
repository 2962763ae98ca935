-- SPDX-License-Identifier: MIT
-- 650,000 blocks of 256 threads that start every 1.52 cycles, and keep memory busy for half of the time: more than memory alone
-- would let them, but not as fast as they can.
UPDATE launch_shape SET grid_x = 650000 WHERE id = 5;
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 30),
	(5, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 52);
