-- SPDX-License-Identifier: MIT
-- fires-remainder.sql, but the schedulers issue in half of the cycles, since device memory is busy: beside that there is time.
-- include: division.sql
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'smsp__issue_active.avg.pct_of_peak_sustained_active', 50), (5, 'smsp__inst_executed.sum', 1000000),
	(5, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 50), (5, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 75);
INSERT INTO do_sample VALUES (2, 0x1b0, 'selected', 400, 0), (2, 0x240, 'wait', 200, 50), (2, 0x290, 'selected', 400, 0);
