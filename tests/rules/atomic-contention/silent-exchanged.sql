-- SPDX-License-Identifier: MIT
-- large() takes again and again what others have left, by an exchange of the same value in the same place: no round waits for another thread.
-- include: exchanged.sql
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_sample (function_id, pc, reason, samples) VALUES (2, 0x50, 'selected', 200), (2, 0x70, 'wait', 300), (2, 0x80, 'branch_resolving', 100),
	(2, 0xf0, 'long_scoreboard', 400);
INSERT INTO do_metric VALUES (5, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 30), (5, 'dram__throughput.avg.pct_of_peak_sustained_elapsed', 10);
