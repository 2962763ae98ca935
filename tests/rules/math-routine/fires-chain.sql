-- SPDX-License-Identifier: MIT
-- Few warps, memory is idle: what waits for nothing but the routine counts, pipes of doubles that are full included.
-- include: power.sql
-- expect: cost_ns=1540000..1560000, headline~"31 % of its time", evidence~"chain each thread waits for one result of the routine"
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'smsp__issue_active.avg.pct_of_peak_sustained_active', 25), (5, 'smsp__inst_executed.sum', 1000000),
	(5, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 95), (5, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 10);
INSERT INTO do_sample VALUES (2, 0x700, 'wait', 100, 100), (2, 0x710, 'math_pipe_throttle', 210, 200), (2, 0x700, 'long_scoreboard', 90, 90),
	(2, 0x100, 'long_scoreboard', 600, 600);
