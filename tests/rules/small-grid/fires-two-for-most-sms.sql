-- SPDX-License-Identifier: MIT
-- 256 blocks of the 1,056 that fit, nearly two on each of 132 SMs: a power of two, and not a number that was made for this GPU. No unit is busy.
-- expect: severity=warning, gain=null, cost_ns=2000000..3800000, headline~"the GPU holds 1,056", advice~"launch one for each"
UPDATE launch_shape SET grid_x = 256 WHERE id = 5;
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 40),
	(5, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 20);
