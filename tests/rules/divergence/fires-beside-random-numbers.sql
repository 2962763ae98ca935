-- SPDX-License-Identifier: MIT
-- The same, but most of the samples are in the program's own code.
-- expect: severity=warning, subject=large
-- include: drawn.sql
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'smsp__thread_inst_executed_per_inst_executed.ratio', 16.0), (5, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 30);
INSERT INTO do_sample (function_id, pc, reason, samples) VALUES (2, 0x80, 'selected', 300), (2, 0x10, 'math_pipe_throttle', 400),
	(2, 0x200, 'not_selected', 300);
