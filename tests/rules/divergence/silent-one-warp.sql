-- SPDX-License-Identifier: MIT
-- One warp of which half the lanes are idle: no other warp could use the time. What it needs is more threads.
INSERT INTO do_ten_launches VALUES (1);
INSERT INTO do_metric VALUES (1, 'smsp__thread_inst_executed_per_inst_executed.ratio', 16.0), (1, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 75);
