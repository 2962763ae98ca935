-- SPDX-License-Identifier: MIT
-- As fires-lock.sql, but what is done behind the lock is in the loop, too: each lane tries until it has it.
-- expect: severity=warning, gain=null, headline~"try to take a lock", advice~"Replace the lock"
-- include: spins.sql
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_sample (function_id, pc, reason, samples) VALUES (2, 0x90, 'selected', 200), (2, 0xb0, 'long_scoreboard', 400), (2, 0xf0, 'membar', 150),
	(2, 0x140, 'long_scoreboard', 100), (2, 0x170, 'membar', 150);
INSERT INTO do_metric VALUES (5, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 30), (5, 'dram__throughput.avg.pct_of_peak_sustained_elapsed', 10);
