-- SPDX-License-Identifier: MIT
-- fires-in-turn.sql without fences: nothing says that lanes wait for one another.
-- expect: severity=warning, headline~"2.0 of 32 lanes", advice!~"take turns"
-- expect-count: 1
-- include: lock.sql
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'smsp__thread_inst_executed_per_inst_executed.ratio', 2.0), (5, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 75), (5, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 75),
	(5, 'smsp__inst_executed.sum', 5280000), (5, 'smsp__inst_executed.max', 10200);
INSERT INTO do_sample (function_id, reason, samples) VALUES (2, 'selected', 500), (2, 'wait', 500);
