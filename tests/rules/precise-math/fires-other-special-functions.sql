-- SPDX-License-Identifier: MIT
-- Half of the special functions are estimates of roots, the others are not: these alone stay.
-- include: precise.sql
-- expect: evidence~"estimates the special functions in these operations take 30 % of the time", evidence~"other special functions take 30 % of the time at least, which stays"
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'smsp__issue_active.avg.pct_of_peak_sustained_active', 80), (5, 'smsp__inst_executed.sum', 396000000),
	(5, 'sm__cycles_active.avg', 1000000);
INSERT INTO do_sample (function_id, pc, reason, samples) VALUES (2, 0x1a0, 'selected', 100), (2, 0x1c0, 'selected', 50), (2, 0x370, 'selected', 850);
