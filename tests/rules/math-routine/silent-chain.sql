-- SPDX-License-Identifier: MIT
-- As fires-chain.sql, with a bit less.
-- include: power.sql
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'smsp__issue_active.avg.pct_of_peak_sustained_active', 25), (5, 'smsp__inst_executed.sum', 1000000),
	(5, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 95), (5, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 10);
INSERT INTO do_sample VALUES (2, 0x700, 'wait', 100, 100), (2, 0x710, 'math_pipe_throttle', 190, 190), (2, 0x700, 'long_scoreboard', 110, 110),
	(2, 0x100, 'long_scoreboard', 600, 600);
