-- SPDX-License-Identifier: MIT
-- A quarter of the samples are in such steps.
-- include: precise.sql
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'smsp__issue_active.avg.pct_of_peak_sustained_active', 40), (5, 'smsp__inst_executed.sum', 1000000),
	(5, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 20), (5, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 10);
INSERT INTO do_sample VALUES (2, 0x250, 'wait', 150, 130), (2, 0x260, 'wait', 100, 80), (2, 0x370, 'selected', 750, 0);
