-- SPDX-License-Identifier: MIT
-- 200 blocks of 1,024 threads on 132 SMs: 68 of these have two. They wait for latency, so that two take no longer than one.
UPDATE launch_shape SET grid_x = 200 WHERE id = 6;
INSERT INTO do_ten_launches VALUES (6);
INSERT INTO do_metric VALUES (6, 'sm__warps_active.avg.pct_of_peak_sustained_active', 75), (6, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 30),
	(6, 'sm__cycles_active.avg', 880000), (6, 'sm__cycles_active.max', 900000);
