-- SPDX-License-Identifier: MIT
-- Nine points below what fits: no kernel is full from the first to the last cycle.
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'sm__warps_active.avg.pct_of_peak_sustained_active', 91), (5, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 10);
