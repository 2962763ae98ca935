-- SPDX-License-Identifier: MIT
-- Blocks of 33 threads: every second warp has one lane. That is partial-warp's matter; no branch is to blame.
UPDATE launch_shape SET block_x = 33 WHERE id = 5;
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'smsp__thread_inst_executed_per_inst_executed.ratio', 16.5), (5, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 75);
