-- SPDX-License-Identifier: MIT
-- More warps help only until a unit is busy all the time: device memory is for half of it, so that the gain is not
-- three quarters.
-- expect: gain_percent=47..50, headline~"occupancy 25 %", evidence~"50 %"
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'sm__warps_active.avg.pct_of_peak_sustained_active', 25), (5, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 10),
	(5, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 10), (5, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 10), (5, 'dram__throughput.avg.pct_of_peak_sustained_elapsed', 50);
INSERT INTO do_sample VALUES (2, 0, 'long_scoreboard', 900, 800), (2, 16, 'selected', 100, 0);
