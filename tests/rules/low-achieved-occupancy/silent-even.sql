-- SPDX-License-Identifier: MIT
-- 16 of 64 warps are resident, but all schedulers execute as many instructions and all SMs are active for as long: the
-- work is dealt evenly.
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'sm__warps_active.avg.pct_of_peak_sustained_active', 25), (5, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 10),
	(5, 'smsp__inst_executed.sum', 5280000), (5, 'smsp__inst_executed.max', 10500),
	(5, 'sm__cycles_active.avg', 890000), (5, 'sm__cycles_active.max', 900000);
