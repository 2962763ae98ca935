-- SPDX-License-Identifier: MIT
-- small() adds floats in shared memory, where all threads of a block add to one: 55 % of the time is the loop that tries again,
-- which issues most of the instructions. Without these the issue slots are used for 21 %.
-- include: retries.sql
-- expect: severity=warning, headline~"or try them again, 55 %", evidence~"compare and swap until no other thread was faster", headline!~"lock", evidence!~"requests", advice~"within the warp", cost_ns=2500000..2800000
INSERT INTO do_ten_launches VALUES (7);
INSERT INTO do_sample (function_id, pc, reason, samples) VALUES (1, 0x1a0, 'short_scoreboard', 150), (1, 0x1c0, 'short_scoreboard', 150),
	(1, 0x1b0, 'wait', 50), (1, 0x1a0, 'selected', 140), (1, 0x1d0, 'branch_resolving', 60), (1, 0x180, 'long_scoreboard', 390), (1, 0x180, 'selected', 60);
INSERT INTO do_metric VALUES (7, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 70), (7, 'dram__throughput.avg.pct_of_peak_sustained_elapsed', 10);
