-- SPDX-License-Identifier: MIT
-- Blocks of 8 threads, as many as fit ten times over. Of 8 lanes 2.83 are active, the root of 8: of 32 it will be 5.66,
-- so that half of the instructions are left, not a quarter. The error says how little is known of that.
-- expect: gain_percent=45..51, gain_error_ns>=1000000, headline~75 %, evidence~"2.8 lanes of the 8"
UPDATE launch_shape SET block_x = 8, grid_x = 168960 WHERE id = 5;
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5,'smsp__thread_inst_executed_per_inst_executed.ratio',2.8284),
 (5,'smsp__issue_active.avg.pct_of_peak_sustained_active',80.0),(5,'sm__warps_active.avg.pct_of_peak_sustained_active',45.0);
