-- SPDX-License-Identifier: MIT
-- As in silent-special-functions.sql, but that unit is busy for 79 % of the time: without the scaling, a third of the
-- instructions, 21 % is the most there is to win.
-- include: functions.sql
-- expect: severity=note, gain=null, cost_ns=1000000..1100000, headline~"36 % of its instructions test and scale", advice~"-ftz=true", evidence~"79 % of the time"
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'smsp__thread_inst_executed_per_inst_executed.ratio', 32.0),
	(5, 'smsp__thread_inst_executed_pred_on_per_inst_executed.ratio', 24.3), (5, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 80),
	(5, 'smsp__inst_executed.sum', 434500000), (5, 'sm__cycles_active.avg', 1000000);
INSERT INTO do_sample (function_id, pc, reason, samples) VALUES (2, 208, 'selected', 120), (2, 224, 'selected', 120),
	(2, 240, 'selected', 120), (2, 256, 'selected', 120), (2, 160, 'selected', 520);
