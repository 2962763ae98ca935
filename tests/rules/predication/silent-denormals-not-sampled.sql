-- SPDX-License-Identifier: MIT
-- As in fires-denormals.sql without samples: how much of it is the compiler's scaling, nobody can tell.
-- include: functions.sql
-- abstains: needs samples of warps
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'smsp__thread_inst_executed_per_inst_executed.ratio', 32.0),
	(5, 'smsp__thread_inst_executed_pred_on_per_inst_executed.ratio', 24.3), (5, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 80),
	(5, 'smsp__inst_executed.sum', 434500000), (5, 'sm__cycles_active.avg', 1000000);
