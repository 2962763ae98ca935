-- SPDX-License-Identifier: MIT
-- As in silent-half-busy-later.sql, but memory is busy for a fifth of the time: four fifths can be won.
-- expect: severity=warning, gain=null, cost_ns=3950000..4050000, advice~"Give each thread several items"
UPDATE launch_shape SET grid_x = 650000 WHERE id = 5;
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 12),
	(5, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 20);
