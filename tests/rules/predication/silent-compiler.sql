-- SPDX-License-Identifier: MIT
-- An eighth of the lanes, in a kernel that executes all the time: what the compiler makes of divisions, roots and
-- exponentials by itself.
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'smsp__thread_inst_executed_per_inst_executed.ratio', 32.0), (5, 'smsp__thread_inst_executed_pred_on_per_inst_executed.ratio', 28.0), (5, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 95);
