-- SPDX-License-Identifier: MIT
-- Blocks of 256 threads that memory bounds: one starts in 1.9 cycles, but memory is busy meanwhile.
UPDATE launch_shape SET grid_x = 520000 WHERE id = 5;
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 40),
	(5, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 72);
