-- SPDX-License-Identifier: MIT
-- The steps of fires-chain.sql, in a kernel that keeps device memory busy: beside that there is time for them.
-- include: precise.sql
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'smsp__issue_active.avg.pct_of_peak_sustained_active', 40), (5, 'smsp__inst_executed.sum', 1000000),
	(5, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 20), (5, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 75);
INSERT INTO do_sample VALUES (2, 0x250, 'wait', 300, 280), (2, 0x260, 'wait', 200, 180), (2, 0x370, 'selected', 500, 0);
