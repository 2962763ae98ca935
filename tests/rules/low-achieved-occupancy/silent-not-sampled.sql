-- SPDX-License-Identifier: MIT
-- Why half of the slots are empty nobody knows without samples of warps.
-- abstains: samples of warps
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'sm__warps_active.avg.pct_of_peak_sustained_active', 50), (5, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 10);
