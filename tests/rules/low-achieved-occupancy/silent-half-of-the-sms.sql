-- SPDX-License-Identifier: MIT
-- 66 blocks of 1,024 threads on 132 SMs: half of the schedulers have eight equal warps each, the others none. The busiest
-- has twice what the average one has, and that is small-grid's matter.
UPDATE launch_shape SET grid_x = 66 WHERE id = 6;
INSERT INTO do_ten_launches VALUES (6);
INSERT INTO do_metric VALUES (6, 'sm__warps_active.avg.pct_of_peak_sustained_active', 10), (6, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 10),
	(6, 'smsp__inst_executed.sum', 2112000), (6, 'smsp__inst_executed.max', 8000),
	(6, 'sm__cycles_active.avg', 450000), (6, 'sm__cycles_active.max', 900000);
