-- SPDX-License-Identifier: MIT
-- 200 blocks of 256 threads, a fifth of what the GPU holds: more blocks are what is missing, and small-grid says it.
UPDATE launch_shape SET grid_x = 200 WHERE id = 4;
INSERT INTO do_ten_launches VALUES (4);
INSERT INTO do_metric VALUES (4, 'sm__warps_active.avg.pct_of_peak_sustained_active', 19), (4, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 30),
	(4, 'smsp__issue_active.avg.pct_of_peak_sustained_active', 30),
	(4, 'sm__cycles_active.avg', 684000), (4, 'sm__cycles_active.max', 900000);
