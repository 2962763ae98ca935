-- SPDX-License-Identifier: MIT
-- Lanes that a branch took away were not switched off by a predicate.
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'smsp__thread_inst_executed_per_inst_executed.ratio', 16.0), (5, 'smsp__thread_inst_executed_pred_on_per_inst_executed.ratio', 15.0), (5, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 75);
