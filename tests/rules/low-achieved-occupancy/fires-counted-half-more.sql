-- SPDX-License-Identifier: MIT
-- The scheduler with most to do executes half as much again as the average one.
-- expect: severity=warning, headline~unequal, evidence~"50 % more"
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'sm__warps_active.avg.pct_of_peak_sustained_active', 25), (5, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 10),
	(5, 'smsp__inst_executed.sum', 5280000), (5, 'smsp__inst_executed.max', 15000),
	(5, 'sm__cycles_active.avg', 890000), (5, 'sm__cycles_active.max', 900000);
