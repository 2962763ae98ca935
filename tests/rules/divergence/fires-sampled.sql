-- SPDX-License-Identifier: MIT
-- Samples say what the time goes with: 40 % of it is waiting at barriers, which stays.
-- expect: gain_percent=28..31, evidence~"60 % of its time"
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'smsp__thread_inst_executed_per_inst_executed.ratio', 16.0), (5, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 30);
INSERT INTO do_sample (function_id, reason, samples) VALUES (2, 'selected', 300), (2, 'math_pipe_throttle', 200),
	(2, 'not_selected', 100), (2, 'barrier', 400);
