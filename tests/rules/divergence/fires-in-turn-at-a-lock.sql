-- SPDX-License-Identifier: MIT
-- As fires-in-turn.sql, and 60 % of the samples are at the compare-and-swap that takes the lock: it is tried again, but what helps
-- is to do without the lock.
-- expect: severity=warning, gain=null, headline~"2.0 of 32 lanes", advice~"take turns", evidence~"in turn all schedulers", not_predicted~"in turn"
-- expect-count: 1
-- include: lock.sql
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'smsp__thread_inst_executed_per_inst_executed.ratio', 2.0), (5, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 75), (5, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 75),
	(5, 'smsp__inst_executed.sum', 5280000), (5, 'smsp__inst_executed.max', 10200);
INSERT INTO do_sample (function_id, pc, reason, samples) VALUES (2, 0x110, 'selected', 200), (2, 0x120, 'long_scoreboard', 300), (2, 0x130, 'branch_resolving', 100),
	(2, 0x160, 'membar', 200), (2, 0x1b0, 'long_scoreboard', 200);
