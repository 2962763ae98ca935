-- SPDX-License-Identifier: MIT
-- 16 of 64 warps are resident, and 35 % of their samples wait for a place in the queue to global memory.
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'sm__warps_active.avg.pct_of_peak_sustained_active', 25), (5, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 10);
INSERT INTO do_sample VALUES (2, 0, 'lg_throttle', 350, 350), (2, 0, 'long_scoreboard', 550, 500), (2, 16, 'selected', 100, 0);
