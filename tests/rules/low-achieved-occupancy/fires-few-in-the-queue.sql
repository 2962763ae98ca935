-- SPDX-License-Identifier: MIT
-- A tenth of the samples wait for a place in the queue to global memory: not what leaves three quarters of the slots
-- empty.
-- expect: severity=warning, gain_percent=70..75, headline~unequal
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'sm__warps_active.avg.pct_of_peak_sustained_active', 25), (5, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 10),
	(5, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 10), (5, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 10);
INSERT INTO do_sample VALUES (2, 0, 'lg_throttle', 100, 100), (2, 0, 'long_scoreboard', 800, 700), (2, 16, 'selected', 100, 0);
