-- SPDX-License-Identifier: MIT
-- Warps wait in pow(), a function of the compiler's own that lies behind the kernel: the last line of the kernel has nothing to do
-- with it. The finding's place is the line that has most of the rest.
-- expect: headline~"the target of a branch", evidence~"waits at __internal_accurate_pow() (90 %)", file~special.cu, line>=1
-- include: power.sql
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'smsp__issue_active.avg.pct_of_peak_sustained_active', 25), (5, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 25),
	(5, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 10);
INSERT INTO do_sample VALUES (2, 0x700, 'branch_resolving', 630, 500), (2, 0x100, 'branch_resolving', 70, 50), (2, 0x700, 'selected', 300, 0);
