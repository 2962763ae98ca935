-- SPDX-License-Identifier: MIT
-- 140 blocks of 1,024 threads on 132 SMs: eight of the SMs have two. Equal warps, which cannot be dealt more evenly.
UPDATE launch_shape SET grid_x = 140 WHERE id = 6;
INSERT INTO do_ten_launches VALUES (6);
INSERT INTO do_metric VALUES (6, 'sm__warps_active.avg.pct_of_peak_sustained_active', 30), (6, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 10),
	(6, 'smsp__inst_executed.sum', 4480000), (6, 'smsp__inst_executed.max', 16000),
	(6, 'sm__cycles_active.avg', 890000), (6, 'sm__cycles_active.max', 900000);
