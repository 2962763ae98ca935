-- SPDX-License-Identifier: MIT
-- As fires-retries.sql, but hardly anybody has to try again: the loop takes 20 % of the time.
-- include: retries.sql
INSERT INTO do_ten_launches VALUES (7);
INSERT INTO do_sample (function_id, pc, reason, samples) VALUES (1, 0x1a0, 'short_scoreboard', 100), (1, 0x1c0, 'short_scoreboard', 50),
	(1, 0x1a0, 'selected', 50), (1, 0x180, 'long_scoreboard', 600), (1, 0x180, 'selected', 200);
INSERT INTO do_metric VALUES (7, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 30), (7, 'dram__throughput.avg.pct_of_peak_sustained_elapsed', 10);
