-- SPDX-License-Identifier: MIT
-- Half of the lanes are idle, in code of cuRAND that was inlined: 80 % of the samples are there. With what its lanes draw is the program's to choose.
-- expect: severity=note, subject=large, gain=null, advice~"like parameters", evidence~"80 % of it is code of cuRAND"
-- include: drawn.sql
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'smsp__thread_inst_executed_per_inst_executed.ratio', 16.0), (5, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 30);
INSERT INTO do_sample (function_id, pc, reason, samples) VALUES (2, 0x80, 'selected', 600), (2, 0x100, 'math_pipe_throttle', 200),
	(2, 0x10, 'not_selected', 200);
