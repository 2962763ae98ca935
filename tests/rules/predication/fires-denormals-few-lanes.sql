-- SPDX-License-Identifier: MIT
-- 18 % of the instructions test and scale for denormal numbers, in a kernel that issues all the time, though they switch off no
-- more than an eighth of the lanes.
-- include: functions.sql
-- expect: severity=note, gain=null, cost_ns=700000..950000, headline~"18 % of its instructions test and scale", advice~"-ftz=true", evidence~"special functions"
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'smsp__thread_inst_executed_per_inst_executed.ratio', 32.0),
	(5, 'smsp__thread_inst_executed_pred_on_per_inst_executed.ratio', 28.3), (5, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 89),
	(5, 'smsp__inst_executed.sum', 434500000), (5, 'sm__cycles_active.avg', 1000000);
INSERT INTO do_sample (function_id, pc, reason, samples) VALUES (2, 208, 'selected', 60), (2, 224, 'selected', 60),
	(2, 240, 'selected', 60), (2, 256, 'selected', 60), (2, 160, 'selected', 760);
