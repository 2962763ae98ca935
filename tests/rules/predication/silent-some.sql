-- SPDX-License-Identifier: MIT
-- A tenth of the lanes is switched off, as in most kernels with a loop and a boundary.
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'smsp__thread_inst_executed_per_inst_executed.ratio', 32.0), (5, 'smsp__thread_inst_executed_pred_on_per_inst_executed.ratio', 28.8), (5, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 75);
