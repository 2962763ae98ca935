-- SPDX-License-Identifier: MIT
-- One SM is active for 9 % longer than the average one: the last of ten waves, whose blocks end at different times.
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'sm__warps_active.avg.pct_of_peak_sustained_active', 95), (5, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 10),
	(5, 'smsp__inst_executed.sum', 832768), (5, 'smsp__inst_executed.max', 4752),
	(5, 'sm__cycles_active.avg', 16900), (5, 'sm__cycles_active.max', 18420);
