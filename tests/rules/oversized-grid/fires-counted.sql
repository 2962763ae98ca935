-- SPDX-License-Identifier: MIT
-- 800,000 blocks of a warp each, one every 1.24 cycles, and no unit is busy for more than a tenth of the time.
-- expect: severity=warning, subject=large, occurrences=10, gain=null, cost_ns=4400000..4600000, headline~"800,000 blocks", headline~"0.62 ns"
UPDATE launch_shape SET grid_x = 800000, block_x = 32 WHERE id = 5;
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 4),
	(5, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 10);
