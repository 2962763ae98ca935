-- SPDX-License-Identifier: MIT
-- Few warps, nothing is busy: half of the samples wait for the division's own chain of results.
-- include: division.sql
-- expect: severity=note, subject=large, cost_ns=2490000..2510000, gain=null, headline~"50 % of its time", evidence~"chain each thread", evidence~"divides at or near special.cu"
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'smsp__issue_active.avg.pct_of_peak_sustained_active', 25), (5, 'smsp__inst_executed.sum', 1000000),
	(5, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 20), (5, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 10);
INSERT INTO do_sample VALUES (2, 0x1b0, 'wait', 300, 200), (2, 0x240, 'wait', 200, 150), (2, 0x290, 'wait', 290, 200), (2, 0x290, 'selected', 210, 0);
