-- SPDX-License-Identifier: MIT
-- Half of the samples are at a root, but the schedulers issue in 59 % of the cycles, and warps wait there for what was loaded.
-- include: precise.sql
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'smsp__issue_active.avg.pct_of_peak_sustained_active', 59), (5, 'smsp__inst_executed.sum', 1000000),
	(5, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 20), (5, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 10);
INSERT INTO do_sample VALUES (2, 0x1c0, 'selected', 60, 0), (2, 0x230, 'long_scoreboard', 500, 450), (2, 0x370, 'selected', 440, 0);
