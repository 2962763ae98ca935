-- SPDX-License-Identifier: MIT
-- As fires-underfilled.sql, but what moves data in the SMs is in use for 35 % of the time, more than the blocks fill: that stays,
-- and limits the cost.
-- expect: severity=warning, cost_ns=3200000..3300000, headline~"with 240 blocks", evidence~"35 % of its time stays, in which its busiest unit (memory) is in use"
UPDATE launch_shape SET grid_x = 240 WHERE id = 5;
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 20),
	(5, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 35);
