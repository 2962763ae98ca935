-- SPDX-License-Identifier: MIT
-- 132 blocks of eight warps, all there at once: two warps for each scheduler, which issues in 37 % of the cycles and seldom has both ready.
-- expect: severity=note, gain=null, headline~"8.0 of 32", not_predicted~"as long as the longest"
UPDATE launch_shape SET grid_x = 132, block_x = 256 WHERE id = 5;
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'smsp__thread_inst_executed_per_inst_executed.ratio', 8.0), (5, 'smsp__issue_active.avg.pct_of_peak_sustained_active', 37);
INSERT INTO do_sample (function_id, reason, samples) VALUES (2, 'selected', 185), (2, 'not_selected', 95), (2, 'wait', 720);
