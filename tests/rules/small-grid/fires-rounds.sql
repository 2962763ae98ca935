-- SPDX-License-Identifier: MIT
-- A cooperative kernel of 33 blocks, whose rounds end at a barrier of the grid: its warps wait there for 40 % of the time. More SMs
-- shorten the rest.
-- include: code.sql
-- expect: severity=warning, evidence~"its warps wait at them 40 % of the time, which is not counted here", cost_ns=2240000..2260000
UPDATE launch_shape SET grid_x = 33, grid_y = 1, grid_z = 1 WHERE id = 7;
INSERT INTO do_ten_launches VALUES (7);
INSERT INTO do_sample VALUES (1, 368, 'barrier', 400, 400), (1, 240, 'long_scoreboard', 500, 500), (1, 0, 'selected', 100, 0);
