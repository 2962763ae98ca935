-- SPDX-License-Identifier: MIT
-- A grid of half as many blocks as the GPU holds: as many on each SM, and room for as many again.
-- expect: headline~"data from global, local or texture memory 80 %", evidence~"grid 528 blocks, and the GPU holds 1,056 at a time"
UPDATE launch_shape SET grid_x = 528 WHERE id = 5;
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'smsp__average_warps_issue_stalled_long_scoreboard_per_issue_active.ratio', 16),
	(5, 'smsp__average_warps_issue_stalled_wait_per_issue_active.ratio', 3),
	(5, 'smsp__average_warps_issue_stalled_selected_per_issue_active.ratio', 1), (5, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 50),
	(5, 'dram__throughput.avg.pct_of_peak_sustained_elapsed', 20);
