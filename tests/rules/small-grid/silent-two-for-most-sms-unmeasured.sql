-- SPDX-License-Identifier: MIT
-- 256 blocks on 132 SMs: whether a unit is busy with them nobody measured, and nearly as many are on each.
UPDATE launch_shape SET grid_x = 256 WHERE id = 5;
INSERT INTO do_ten_launches VALUES (5);
