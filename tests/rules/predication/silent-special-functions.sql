-- SPDX-License-Identifier: MIT
-- A quarter of the lanes is switched off, by what the compiler makes of rsqrtf(): the numbers are scaled if they are
-- denormal. An eighth of the instructions are for the special-function unit, which they keep busy for 81 % of the time.
-- include: functions.sql
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'smsp__thread_inst_executed_per_inst_executed.ratio', 32.0),
	(5, 'smsp__thread_inst_executed_pred_on_per_inst_executed.ratio', 24.3), (5, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 80),
	(5, 'smsp__inst_executed.sum', 445500000), (5, 'sm__cycles_active.avg', 1000000);
INSERT INTO do_sample (function_id, pc, reason, samples) VALUES (2, 208, 'selected', 120), (2, 224, 'selected', 120),
	(2, 240, 'selected', 120), (2, 256, 'selected', 120), (2, 160, 'selected', 520);
