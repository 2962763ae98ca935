-- SPDX-License-Identifier: MIT
-- Blocks of one thread: in full warps the same work is that of a 32nd of the instructions, 1.6 % of what the GPU can issue, and
-- 10 % of what moves data: nine tenths of the time could be won.
-- expect: severity=warning, gain=null, cost_ns=4480000..4520000
UPDATE launch_shape SET grid_x = 800000, block_x = 1 WHERE id = 5;
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 50), (5, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 50),
	(5, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 10);
