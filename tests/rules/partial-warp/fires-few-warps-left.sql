-- SPDX-License-Identifier: MIT
-- Blocks of 8 threads that go one way, and wait for their turn for half of the time. Full warps would be 8 on an SM, two
-- of a scheduler: a quarter of the instructions is left, each takes twice as long at best. Whether that is all nobody
-- has measured.
-- expect: severity=warning, gain=null, cost_ns=2400000..2600000, headline~75 %, evidence~"8.0 on an SM", evidence~"one of each block, with 8 of 32"
UPDATE launch_shape SET block_x = 8, grid_x = 4224 WHERE id = 5;
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5,'smsp__thread_inst_executed_per_inst_executed.ratio',8.0),
 (5,'smsp__issue_active.avg.pct_of_peak_sustained_active',60.0),(5,'sm__warps_active.avg.pct_of_peak_sustained_active',50.0);
INSERT INTO do_sample (function_id, reason, samples) VALUES (2,'selected',750),(2,'not_selected',5000),(2,'wait',4250);
