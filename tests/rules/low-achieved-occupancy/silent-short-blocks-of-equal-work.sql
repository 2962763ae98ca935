-- SPDX-License-Identifier: MIT
-- A hundred waves of equal blocks in 500 us: one SM is active for 5 % longer, and all schedulers execute about as much.
UPDATE launch_shape SET grid_x = 105600 WHERE id = 5;
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'sm__warps_active.avg.pct_of_peak_sustained_active', 92), (5, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 30),
	(5, 'smsp__inst_executed.sum', 84480000), (5, 'smsp__inst_executed.max', 166000),
	(5, 'sm__cycles_active.avg', 840000), (5, 'sm__cycles_active.max', 882000);
