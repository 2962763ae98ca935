-- SPDX-License-Identifier: MIT
-- Each lane tries until it has the lock, works and lets it go, all in one loop that has nearly all samples.
-- expect: severity=warning, gain=null, headline~"3.0 of 32 lanes", advice~"take turns", evidence~"in turn all schedulers", not_predicted~"in turn"
-- expect-count: 1
-- include: spins.sql
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'smsp__thread_inst_executed_per_inst_executed.ratio', 3.0), (5, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 75), (5, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 75),
	(5, 'smsp__inst_executed.sum', 5280000), (5, 'smsp__inst_executed.max', 10200);
INSERT INTO do_sample (function_id, pc, reason, samples) VALUES (2, 0x90, 'selected', 200), (2, 0xb0, 'long_scoreboard', 400), (2, 0xf0, 'membar', 150),
	(2, 0x140, 'long_scoreboard', 100), (2, 0x170, 'membar', 150);
