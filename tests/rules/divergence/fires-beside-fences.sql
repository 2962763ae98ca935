-- SPDX-License-Identifier: MIT
-- Six of 32 lanes are active, all schedulers execute alike, and warps wait for fences beside atomic operations in a loop: too
-- many lanes for a lock that each takes by itself, so the gain of full warps is predicted.
-- expect: severity=warning, headline~"6.0 of 32 lanes", gain_percent=1..99
-- expect-count: 1
-- include: lock.sql
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'smsp__thread_inst_executed_per_inst_executed.ratio', 6.0), (5, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 75), (5, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 75),
	(5, 'smsp__inst_executed.sum', 5280000), (5, 'smsp__inst_executed.max', 10200);
INSERT INTO do_sample (function_id, reason, samples) VALUES (2, 'selected', 500), (2, 'wait', 260), (2, 'membar', 240);
