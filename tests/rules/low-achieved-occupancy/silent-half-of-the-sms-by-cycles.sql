-- SPDX-License-Identifier: MIT
-- As silent-half-of-the-sms.sql, but instructions were not counted: half of the SMs were active for as long as each other,
-- and the average of all SMs is half of that.
UPDATE launch_shape SET grid_x = 66 WHERE id = 6;
INSERT INTO do_ten_launches VALUES (6);
INSERT INTO do_metric VALUES (6, 'sm__warps_active.avg.pct_of_peak_sustained_active', 10), (6, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 10),
	(6, 'sm__cycles_active.avg', 450000), (6, 'sm__cycles_active.max', 900000);
