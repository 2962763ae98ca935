-- SPDX-License-Identifier: MIT
-- As fires-denormals-memory.sql, but memory moves 87 % of its peak: next to nothing is left to win, which the first lines say of the kernel.
-- include: functions.sql
-- expect: severity=note, cost_ns=350000..400000, evidence~"GPU memory is at 87 %"
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'smsp__thread_inst_executed_per_inst_executed.ratio', 32.0),
	(5, 'smsp__thread_inst_executed_pred_on_per_inst_executed.ratio', 24.3), (5, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 80),
	(5, 'smsp__inst_executed.sum', 434500000), (5, 'sm__cycles_active.avg', 1000000),
	(5, 'dram__throughput.avg.pct_of_peak_sustained_elapsed', 87), (5, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 80),
	(5, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 87), (5, 'lts__throughput.avg.pct_of_peak_sustained_elapsed', 60);
INSERT INTO do_sample (function_id, pc, reason, samples) VALUES (2, 208, 'selected', 120), (2, 224, 'selected', 120),
	(2, 240, 'selected', 120), (2, 256, 'selected', 120), (2, 160, 'selected', 520);
