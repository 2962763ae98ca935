-- SPDX-License-Identifier: MIT
-- As in fires-half-busy.sql, but blocks of two warps, of which an SM takes no more: larger ones start as fast.
-- expect: severity=warning, gain=null, cost_ns=2350000..2450000, advice~"256 threads per block instead of 64"
UPDATE launch_shape SET grid_x = 800000, block_x = 64 WHERE id = 5;
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 30),
	(5, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 52);
