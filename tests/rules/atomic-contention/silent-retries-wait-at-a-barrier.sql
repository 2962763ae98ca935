-- SPDX-License-Identifier: MIT
-- As fires-retries.sql, but what the samples at the head of the loop wait for is the barrier before it.
-- include: retries.sql
INSERT INTO do_ten_launches VALUES (7);
INSERT INTO do_sample (function_id, pc, reason, samples) VALUES (1, 0x1a0, 'barrier', 350), (1, 0x1c0, 'short_scoreboard', 50),
	(1, 0x1a0, 'selected', 140), (1, 0x1d0, 'branch_resolving', 10), (1, 0x180, 'long_scoreboard', 390), (1, 0x180, 'selected', 60);
INSERT INTO do_metric VALUES (7, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 70), (7, 'dram__throughput.avg.pct_of_peak_sustained_elapsed', 10);
