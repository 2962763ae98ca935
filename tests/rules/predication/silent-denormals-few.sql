-- SPDX-License-Identifier: MIT
-- An eighth of the lanes is switched off, in a kernel that issues all the time, but no more than 9 % of what it issues tests and
-- scales for denormal numbers.
-- include: functions.sql
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'smsp__thread_inst_executed_per_inst_executed.ratio', 32.0),
	(5, 'smsp__thread_inst_executed_pred_on_per_inst_executed.ratio', 28.0), (5, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 90),
	(5, 'smsp__inst_executed.sum', 434500000), (5, 'sm__cycles_active.avg', 1000000);
INSERT INTO do_sample (function_id, pc, reason, samples) VALUES (2, 208, 'selected', 30), (2, 224, 'selected', 30),
	(2, 240, 'selected', 30), (2, 256, 'selected', 30), (2, 160, 'selected', 880);
