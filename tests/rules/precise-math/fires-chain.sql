-- SPDX-License-Identifier: MIT
-- No unit is busy: half of the samples are of warps that wait for one step of a root or a division after the other.
-- include: precise.sql
-- expect: severity=note, subject=large, cost_ns=2490000..2510000, gain=null, headline~"for 50 % of the time", headline~"divisions and square roots", evidence~"chain each thread", evidence~"rounds at special.cu"
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'smsp__issue_active.avg.pct_of_peak_sustained_active', 40), (5, 'smsp__inst_executed.sum', 1000000),
	(5, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 20), (5, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 10);
INSERT INTO do_sample VALUES (2, 0x1c0, 'selected', 60, 0), (2, 0x250, 'wait', 100, 90), (2, 0x260, 'wait', 100, 80), (2, 0x2b0, 'selected', 60, 0),
	(2, 0x300, 'wait', 100, 90), (2, 0x310, 'short_scoreboard', 80, 70), (2, 0x370, 'selected', 500, 0);
