-- SPDX-License-Identifier: MIT
-- Warps wait for local memory for a tenth of the time, and three quarters of the slots are empty, which costs more.
-- include: mixed.sql
-- expect: gain_percent=70..75, headline~unequal
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'sm__warps_active.avg.pct_of_peak_sustained_active', 25), (5, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 10),
	(5, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 10), (5, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 10);
INSERT INTO do_sample VALUES (2, 0x140, 'long_scoreboard', 100, 80), (2, 0xf0, 'long_scoreboard', 800, 700), (2, 0x120, 'selected', 100, 0);
