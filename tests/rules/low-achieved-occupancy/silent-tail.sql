-- SPDX-License-Identifier: MIT
-- 1.02 waves: blocks of equal work, the last ones alone. That is what tail-effect is for.
UPDATE launch_shape SET grid_x = 1080 WHERE id = 5;
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'sm__warps_active.avg.pct_of_peak_sustained_active', 52), (5, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 10);
INSERT INTO do_sample VALUES (2, 0, 'long_scoreboard', 900, 800), (2, 16, 'selected', 100, 0);
