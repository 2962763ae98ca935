-- SPDX-License-Identifier: MIT
-- The lanes of large() take a lock by an exchange: most of the time is the loop that puts the same value into the same place, and looks what was there.
-- expect: severity=warning, gain=null, headline~"try to take a lock", evidence~"no other thread has the lock", advice~"Replace the lock", advice!~"Add up", not_predicted~"behind the lock"
-- include: exchanges.sql
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_sample (function_id, pc, reason, samples) VALUES (2, 0x100, 'selected', 200), (2, 0x110, 'long_scoreboard', 300), (2, 0x120, 'branch_resolving', 100),
	(2, 0x150, 'membar', 200), (2, 0x1a0, 'long_scoreboard', 200);
INSERT INTO do_metric VALUES (5, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 30), (5, 'dram__throughput.avg.pct_of_peak_sustained_elapsed', 10);
