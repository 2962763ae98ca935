-- SPDX-License-Identifier: MIT
-- As in fires-small-blocks-half-busy.sql, but two thirds: that is work.
UPDATE launch_shape SET grid_x = 800000, block_x = 64 WHERE id = 5;
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 30),
	(5, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 66);
