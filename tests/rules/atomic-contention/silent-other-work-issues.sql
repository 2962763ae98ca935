-- SPDX-License-Identifier: MIT
-- As fires-retries.sql, but most of the instructions are of other work: without those of the loop the issue slots are used for 61 %.
-- include: retries.sql
INSERT INTO do_ten_launches VALUES (7);
INSERT INTO do_sample (function_id, pc, reason, samples) VALUES (1, 0x1a0, 'short_scoreboard', 300), (1, 0x1c0, 'short_scoreboard', 200),
	(1, 0x1a0, 'selected', 50), (1, 0x180, 'long_scoreboard', 100), (1, 0x180, 'selected', 350);
INSERT INTO do_metric VALUES (7, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 70), (7, 'dram__throughput.avg.pct_of_peak_sustained_elapsed', 10);
