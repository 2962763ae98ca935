-- SPDX-License-Identifier: MIT
-- 18 % of the instructions test and scale for denormal numbers, and the schedulers issue for half of the time: what a
-- warp waits for hides them.
-- include: functions.sql
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'smsp__thread_inst_executed_per_inst_executed.ratio', 32.0),
	(5, 'smsp__thread_inst_executed_pred_on_per_inst_executed.ratio', 28.0), (5, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 55),
	(5, 'smsp__inst_executed.sum', 300000000), (5, 'sm__cycles_active.avg', 1000000);
INSERT INTO do_sample (function_id, pc, reason, samples) VALUES (2, 208, 'selected', 60), (2, 224, 'selected', 60),
	(2, 240, 'selected', 60), (2, 256, 'selected', 60), (2, 160, 'selected', 760);
