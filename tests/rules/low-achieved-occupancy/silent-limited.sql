-- SPDX-License-Identifier: MIT
-- Few warps, but no more fit: low-occupancy's matter.
UPDATE launch_shape SET registers_per_thread = 255 WHERE id = 5;
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'sm__warps_active.avg.pct_of_peak_sustained_active', 11), (5, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 10);
