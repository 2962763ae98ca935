-- SPDX-License-Identifier: MIT
-- The same, and they wait there for less: of that nothing is said.
-- include: code.sql
-- expect: severity=warning, evidence!~"its warps wait at them"
UPDATE launch_shape SET grid_x = 1, grid_y = 1, grid_z = 1 WHERE id = 7;
INSERT INTO do_ten_launches VALUES (7);
INSERT INTO do_sample VALUES (1, 368, 'barrier', 49, 49), (1, 240, 'long_scoreboard', 851, 851), (1, 0, 'selected', 100, 0);
