-- SPDX-License-Identifier: MIT
-- Two thirds of the lanes are switched off, in a kernel that waits: schedulers issue in four tenths of the cycles.
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'smsp__thread_inst_executed_per_inst_executed.ratio', 32),
	(5, 'sm__average_thread_inst_executed_pred_on_per_inst_executed_realtime.ratio', 11),
	(5, 'sm__inst_executed.avg.per_cycle_active', 1.6);
