-- SPDX-License-Identifier: MIT
-- 16 of 64 warps are resident, but warps wait for stores to end and for a place in the queue to global memory: more of
-- them would wait as long.
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'sm__warps_active.avg.pct_of_peak_sustained_active', 25), (5, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 10);
INSERT INTO do_sample VALUES (2, 0, 'drain', 300, 300), (2, 0, 'lg_throttle', 200, 200), (2, 0, 'long_scoreboard', 400, 350),
	(2, 16, 'selected', 100, 0);
