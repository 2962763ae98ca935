-- SPDX-License-Identifier: MIT
-- A loop behind a test of what each thread has loaded: any number of them may pass.
-- include: alone_by_data.sql
INSERT INTO do_ten_launches VALUES (2);
INSERT INTO do_metric VALUES (2, 'smsp__thread_inst_executed_per_inst_executed.ratio', 31.0), (2, 'smsp__sass_average_branch_targets_threads_uniform.pct', 99),
	(2, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 5), (2, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 5);
INSERT INTO do_sample VALUES (1, 0x150, 'long_scoreboard', 280, 280), (1, 0x1a0, 'selected', 20, 0), (1, 0x50, 'long_scoreboard', 700, 0);
