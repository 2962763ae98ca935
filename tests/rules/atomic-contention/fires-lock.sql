-- SPDX-License-Identifier: MIT
-- The lanes of large() take a lock in turn: most of the time is the loop that compares the same place with the same value.
-- expect: severity=warning, gain=null, headline~"try to take a lock", evidence~"no other thread has the lock", advice~"Replace the lock", advice!~"Add up", not_predicted~"behind the lock"
-- include: lock.sql
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_sample (function_id, pc, reason, samples) VALUES (2, 0x110, 'selected', 200), (2, 0x120, 'long_scoreboard', 300), (2, 0x130, 'branch_resolving', 100),
	(2, 0x160, 'membar', 200), (2, 0x1b0, 'long_scoreboard', 200);
INSERT INTO do_metric VALUES (5, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 30), (5, 'dram__throughput.avg.pct_of_peak_sustained_elapsed', 10);
