-- SPDX-License-Identifier: MIT
-- Nothing is busy, and most samples are at a division: of warps that wait for memory there, to bring what is divided.
-- include: division.sql
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'smsp__issue_active.avg.pct_of_peak_sustained_active', 25), (5, 'smsp__inst_executed.sum', 1000000),
	(5, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 20), (5, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 10);
INSERT INTO do_sample VALUES (2, 0x1b0, 'long_scoreboard', 500, 450), (2, 0x240, 'wait', 290, 200), (2, 0x290, 'selected', 210, 0);
