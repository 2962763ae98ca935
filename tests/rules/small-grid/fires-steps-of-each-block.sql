-- SPDX-License-Identifier: MIT
-- The same in four blocks: each has steps of its own, and so would others.
-- include: async.sql
-- expect: severity=warning, evidence!~"in a loop of its code", advice!~"In blocks of", advice~"All its threads are 32 warps"
UPDATE launch_shape SET grid_x = 4, grid_y = 1, grid_z = 1, block_x = 256 WHERE id = 5;
INSERT INTO do_ten_launches VALUES (5);
