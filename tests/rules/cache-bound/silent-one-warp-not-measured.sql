-- SPDX-License-Identifier: MIT
-- Launches of one warp, without counters: it keeps no cache busy. There is nothing to measure it for.
UPDATE launch_shape SET grid_x = 1, block_x = 32 WHERE id = 5;
INSERT INTO do_ten_launches VALUES (5);
