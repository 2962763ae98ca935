-- SPDX-License-Identifier: MIT
-- As in silent-special-functions.sql, but that unit is busy for 79 % of the time: 21 % is the most there is to win.
-- include: precise.sql
-- expect: cost_ns=1000000..1100000, evidence~"estimates the special functions in these operations take 79 % of the time", evidence!~"which stays"
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'smsp__issue_active.avg.pct_of_peak_sustained_active', 80), (5, 'smsp__inst_executed.sum', 521400000),
	(5, 'sm__cycles_active.avg', 1000000);
INSERT INTO do_sample (function_id, pc, reason, samples) VALUES (2, 0x1a0, 'selected', 100), (2, 0x1c0, 'selected', 100), (2, 0x370, 'selected', 800);
