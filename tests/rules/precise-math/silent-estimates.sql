-- SPDX-License-Identifier: MIT
-- Warps wait for the estimates of the special-function unit, which approximate operations have, too.
-- include: precise.sql
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'smsp__issue_active.avg.pct_of_peak_sustained_active', 40), (5, 'smsp__inst_executed.sum', 1000000),
	(5, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 20), (5, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 10);
INSERT INTO do_sample VALUES (2, 0x1d0, 'short_scoreboard', 400, 380), (2, 0x2c0, 'short_scoreboard', 300, 280), (2, 0x250, 'wait', 100, 90), (2, 0x370, 'selected', 200, 0);
