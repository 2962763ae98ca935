-- SPDX-License-Identifier: MIT
-- 0.37 waves: blocks end one by one and nothing takes their places. There is no last wave, and nothing says that their
-- work is unequal.
UPDATE launch_shape SET grid_x = 390 WHERE id = 5;
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'sm__warps_active.avg.pct_of_peak_sustained_active', 20), (5, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 10);
INSERT INTO do_sample VALUES (2, 0, 'long_scoreboard', 900, 800), (2, 16, 'selected', 100, 0);
