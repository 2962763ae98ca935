-- SPDX-License-Identifier: MIT
-- A search in blocks of 4 threads, each with a stack of its own in shared memory, of which 2.1 are active at a time.
-- Full warps would be four on an SM, one of a scheduler, which issues in a sixth of its cycles at most: each instruction
-- takes four times as long, and of these a third is left, not an eighth. Nothing is won.
UPDATE launch_shape SET block_x = 4, grid_x = 4096, static_shared_bytes = 5040, shared_executed_bytes = 200704 WHERE id = 5;
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5,'smsp__thread_inst_executed_per_inst_executed.ratio',2.1),
 (5,'smsp__issue_active.avg.pct_of_peak_sustained_active',69.0),(5,'sm__warps_active.avg.pct_of_peak_sustained_active',36.3);
INSERT INTO do_sample (function_id, reason, samples) VALUES (2,'selected',1200),(2,'not_selected',2500),(2,'wait',6300);
