-- SPDX-License-Identifier: MIT
-- Warps wait for shared memory, and a unit is at 79 % of its peak: that is what they wait for.
-- include: code.sql
INSERT INTO do_ten_launches VALUES (7);
INSERT INTO do_metric VALUES (7, 'sm__cycles_active.avg', 900000), (7, 'smsp__inst_executed.sum', 1000000),
	(7, 'smsp__issue_active.avg.pct_of_peak_sustained_active', 20),
	(7, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 30),
	(7, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 79);
INSERT INTO do_sample VALUES (1, 368, 'short_scoreboard', 750, 650), (1, 240, 'long_scoreboard', 150, 150), (1, 0, 'selected', 100, 0);
