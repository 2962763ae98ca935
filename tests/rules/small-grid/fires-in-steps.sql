-- SPDX-License-Identifier: MIT
-- One block whose warps wait at barriers for a twentieth of the time: what it does in steps, several blocks cannot by themselves.
-- include: code.sql
-- expect: severity=warning, evidence~"its warps wait at them 5 % of the time"
UPDATE launch_shape SET grid_x = 1, grid_y = 1, grid_z = 1 WHERE id = 7;
INSERT INTO do_ten_launches VALUES (7);
INSERT INTO do_sample VALUES (1, 368, 'barrier', 50, 50), (1, 240, 'long_scoreboard', 850, 850), (1, 0, 'selected', 100, 0);
