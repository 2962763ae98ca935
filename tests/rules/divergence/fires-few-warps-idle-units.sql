-- SPDX-License-Identifier: MIT
-- 132 blocks of eight warps, all there at once, and no unit has much to do: the longest lane may take as long by itself.
-- expect: severity=note, gain=null, headline~"8.0 of 32", not_predicted~"as long as the longest"
UPDATE launch_shape SET grid_x = 132, block_x = 256 WHERE id = 5;
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'smsp__thread_inst_executed_per_inst_executed.ratio', 8.0),
	(5, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 15), (5, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 15);
INSERT INTO do_sample (function_id, reason, samples) VALUES (2, 'selected', 350), (2, 'wait', 350), (2, 'long_scoreboard', 300);
