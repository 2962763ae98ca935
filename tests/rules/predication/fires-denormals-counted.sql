-- SPDX-License-Identifier: MIT
-- As in fires-denormals.sql, but the instructions were counted.
-- include: functions.sql
-- expect: severity=note, headline~"36 % of its instructions test and scale"
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'smsp__thread_inst_executed_per_inst_executed.ratio', 32.0),
	(5, 'smsp__thread_inst_executed_pred_on_per_inst_executed.ratio', 24.3), (5, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 80),
	(5, 'smsp__inst_executed.sum', 434500000), (5, 'sm__cycles_active.avg', 1000000);
INSERT INTO do_count VALUES (5, 208, 'smsp__sass_inst_executed', 120), (5, 224, 'smsp__sass_inst_executed', 120),
	(5, 240, 'smsp__sass_inst_executed', 120), (5, 256, 'smsp__sass_inst_executed', 120), (5, 160, 'smsp__sass_inst_executed', 520);
