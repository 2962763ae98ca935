-- SPDX-License-Identifier: MIT
-- Launches of one warp, without counters: its lanes may well get into the way of one another.
-- abstains: needs
UPDATE launch_shape SET grid_x = 1, block_x = 32 WHERE id = 5;
INSERT INTO do_ten_launches VALUES (5);
