-- SPDX-License-Identifier: MIT
-- A reduction in which threads stand by: somewhat more than three quarters of the lanes are left, in each instruction of
-- a kernel that executes for most of the time.
-- expect: severity=warning, gain=null, headline~switch off 24 %, advice~"Where half of the threads drop out"
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'smsp__thread_inst_executed_per_inst_executed.ratio', 31.9), (5, 'smsp__thread_inst_executed_pred_on_per_inst_executed.ratio', 24.1), (5, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 78);
INSERT INTO do_sample (function_id, pc, reason, samples) VALUES (2, 0, 'barrier', 300), (2, 0, 'selected', 700);
