-- SPDX-License-Identifier: MIT
-- As fires-nearly-a-block-for-each.sql, but 48 blocks: that most SMs have none is what to say first, though those that have one could
-- hold more as well.
-- expect: severity=warning, headline~"with 48 blocks: 84 of 132 SMs have nothing to do", headline!~"1,056", cost_ns=3900000..4100000
UPDATE launch_shape SET grid_x = 48 WHERE id = 5;
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 20),
	(5, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 20);
