-- SPDX-License-Identifier: MIT
-- All lanes are active, but predicates switch off three of four: a chain of four conditions. The busiest pipe is in use
-- all the time, so that one computation instead of four takes a quarter of it.
-- include: code.sql
-- expect: severity=warning, gain=null, headline~"switch off 75 %", advice!~"drop out", evidence~"switched off at kernels.cu:21", line=21
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'smsp__thread_inst_executed_per_inst_executed.ratio', 32.0), (5, 'smsp__thread_inst_executed_pred_on_per_inst_executed.ratio', 8.0), (5, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 50), (5, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 99);
INSERT INTO do_count VALUES (5, 176, 'smsp__sass_thread_inst_executed', 32000),
	(5, 176, 'smsp__sass_thread_inst_executed_pred_on', 8000);
