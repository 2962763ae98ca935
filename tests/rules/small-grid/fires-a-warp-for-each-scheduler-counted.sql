-- SPDX-License-Identifier: MIT
-- The same, and no unit is busy for more than a fifth of the time.
-- expect: severity=warning, gain=null, cost_ns=3950000..4050000, headline~"holds 2,112 of them"
UPDATE launch_shape SET grid_x = 128, block_x = 128 WHERE id = 5;
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 20),
	(5, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 20);
