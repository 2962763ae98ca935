-- SPDX-License-Identifier: MIT
-- As fires-odd-blocks.sql, but memory is busy all the time: SMs that go on get the bandwidth of those that have ended.
UPDATE launch_shape SET grid_x = 200 WHERE id = 6;
INSERT INTO do_ten_launches VALUES (6);
INSERT INTO do_metric VALUES (6, 'sm__warps_active.avg.pct_of_peak_sustained_active', 75), (6, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 30),
	(6, 'sm__cycles_active.avg', 684000), (6, 'sm__cycles_active.max', 900000),
	(6, 'dram__throughput.avg.pct_of_peak_sustained_elapsed', 99.9);
