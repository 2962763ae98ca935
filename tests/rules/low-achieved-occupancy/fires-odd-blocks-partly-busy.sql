-- SPDX-License-Identifier: MIT
-- As fires-odd-blocks.sql, but a unit that all SMs share is busy for 85 % of the time: the rest is what can be won.
-- expect: severity=warning, headline~"68 of 132 SMs have 2 blocks", gain_percent=14..15.5
UPDATE launch_shape SET grid_x = 200 WHERE id = 6;
INSERT INTO do_ten_launches VALUES (6);
INSERT INTO do_metric VALUES (6, 'sm__warps_active.avg.pct_of_peak_sustained_active', 75), (6, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 40),
	(6, 'sm__cycles_active.avg', 684000), (6, 'sm__cycles_active.max', 900000),
	(6, 'lts__throughput.avg.pct_of_peak_sustained_elapsed', 85);
