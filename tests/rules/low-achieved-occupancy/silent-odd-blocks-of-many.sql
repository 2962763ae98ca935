-- SPDX-License-Identifier: MIT
-- 600 blocks of 256 threads: SMs have four or five, which is a tenth more than the mean, as they are active.
UPDATE launch_shape SET grid_x = 600 WHERE id = 4;
INSERT INTO do_ten_launches VALUES (4);
INSERT INTO do_metric VALUES (4, 'sm__warps_active.avg.pct_of_peak_sustained_active', 50), (4, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 70),
	(4, 'sm__cycles_active.avg', 820000), (4, 'sm__cycles_active.max', 900000);
