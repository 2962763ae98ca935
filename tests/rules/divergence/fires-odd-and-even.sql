-- SPDX-License-Identifier: MIT
-- Half of the lanes are active, and the busiest unit of the SM is in use all the time: without divergence the launches
-- take half as long. Counts at instructions name the branch and the line in which lanes were idle.
-- include: code.sql
-- expect: severity=warning, occurrences=10, gain_percent=47..51, headline~"16.0 of 32 lanes", evidence~"kernels.cu:20 (100 %)", evidence~"idle lanes kernels.cu:21", file~kernels.cu, line=20
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'smsp__thread_inst_executed_per_inst_executed.ratio', 16.0), (5, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 75), (5, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 98);
INSERT INTO do_count VALUES (5, 80, 'smsp__sass_inst_executed', 1000), (5, 80, 'smsp__sass_thread_inst_executed', 32000),
	(5, 80, 'smsp__sass_branch_targets_threads_divergent', 1000),
	(5, 176, 'smsp__sass_inst_executed', 1000), (5, 176, 'smsp__sass_thread_inst_executed', 16000);
