-- SPDX-License-Identifier: MIT
-- Warps wait for local memory for a third of their time, beside a pipe that has no time left.
-- include: mixed.sql
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'smsp__issue_active.avg.pct_of_peak_sustained_active', 60), (5, 'smsp__inst_executed.sum', 1000000),
	(5, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 99.5);
INSERT INTO do_sample VALUES (2, 0x140, 'long_scoreboard', 300, 50), (2, 0x120, 'math_pipe_throttle', 600, 100);
