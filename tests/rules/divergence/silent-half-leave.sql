-- SPDX-License-Identifier: MIT
-- A step of a sort: half of the lanes leave at once, and the others wait for memory, which is busy.
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'smsp__thread_inst_executed_per_inst_executed.ratio', 20.4),
	(5, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 25),
	(5, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 64);
INSERT INTO do_sample VALUES (2, 0, 'long_scoreboard', 880, 880), (2, 16, 'wait', 80, 60), (2, 32, 'selected', 40, 0);
