-- SPDX-License-Identifier: MIT
-- 120 blocks on 132 SMs, where 1,056 fit, and no unit is busy: not the twelve SMs without a block are what costs, but
-- that every other one has a block alone.
-- expect: severity=warning, cost_ns=3900000..4100000, headline~"with 120 blocks", headline~"1,056"
UPDATE launch_shape SET grid_x = 120 WHERE id = 5;
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 20),
	(5, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 20);
