-- SPDX-License-Identifier: MIT
-- Roots of which each takes an instruction of the special-function unit, which they keep busy for 81 % of the time: that stays.
-- include: precise.sql
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'smsp__issue_active.avg.pct_of_peak_sustained_active', 80), (5, 'smsp__inst_executed.sum', 534600000),
	(5, 'sm__cycles_active.avg', 1000000);
INSERT INTO do_sample (function_id, pc, reason, samples) VALUES (2, 0x1a0, 'selected', 100), (2, 0x1c0, 'selected', 100), (2, 0x370, 'selected', 800);
