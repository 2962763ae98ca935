-- SPDX-License-Identifier: MIT
-- A grid that fills half of the GPU reaches half of the occupancy: small-grid's matter.
INSERT INTO do_ten_launches VALUES (6);
INSERT INTO do_metric VALUES (6, 'sm__warps_active.avg.pct_of_peak_sustained_active', 45), (6, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 10);
