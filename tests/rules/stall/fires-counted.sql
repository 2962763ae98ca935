-- SPDX-License-Identifier: MIT
-- The same from counters: of 20 warps, 16 wait for data from global memory at each instruction.
-- expect: headline~"data from global, local or texture memory 80 %", evidence~"reason long scoreboard", cost_ns=3900000..4100000
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'smsp__average_warps_issue_stalled_long_scoreboard_per_issue_active.ratio', 16),
	(5, 'smsp__average_warps_issue_stalled_wait_per_issue_active.ratio', 3),
	(5, 'smsp__average_warps_issue_stalled_selected_per_issue_active.ratio', 1), (5, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 10),
	(5, 'dram__throughput.avg.pct_of_peak_sustained_elapsed', 20);
