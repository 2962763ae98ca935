-- SPDX-License-Identifier: MIT
-- 240 blocks, where 1,056 fit, and no unit is busy: warps that wait have none beside them.
-- expect: severity=warning, cost_ns=3800000..3900000, headline~"with 240 blocks", headline~"1,056"
UPDATE launch_shape SET grid_x = 240 WHERE id = 5;
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 20),
	(5, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 20);
