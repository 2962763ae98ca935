-- SPDX-License-Identifier: MIT
-- Warps wait for data 45 % of the time, and others of their block for them at a barrier: both go with these waits, at most what is not issued.
-- include: code.sql
-- expect: severity=note, headline~"45 % of the time", evidence~"also barrier 35 %", cost_ns=3450000..3550000
INSERT INTO do_ten_launches VALUES (7);
INSERT INTO do_metric VALUES (7, 'sm__cycles_active.avg', 900000), (7, 'smsp__inst_executed.sum', 1000000),
	(7, 'smsp__issue_active.avg.pct_of_peak_sustained_active', 30), (7, 'dram__throughput.avg.pct_of_peak_sustained_elapsed', 10),
	(7, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 30),
	(7, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 20);
INSERT INTO do_sample VALUES (1, 368, 'barrier', 350, 300), (1, 240, 'long_scoreboard', 450, 400), (1, 0, 'selected', 200, 0);
