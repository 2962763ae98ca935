-- SPDX-License-Identifier: MIT
-- 64 warps fit, 16 are resident on average, in ten waves: their work is unequal. The SMs issue in a tenth of the cycles,
-- so that a full SM would take a quarter of the time.
-- expect: severity=warning, gain_percent=70..75, headline~"occupancy 25 %, where 100 % would fit", headline~unequal
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'sm__warps_active.avg.pct_of_peak_sustained_active', 25), (5, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 10),
	(5, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 10), (5, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 10);
INSERT INTO do_sample VALUES (2, 0, 'long_scoreboard', 900, 800), (2, 16, 'selected', 100, 0);
