-- SPDX-License-Identifier: MIT
-- One block, whose warps wait for one another in a loop, for hardly any time: its threads work together, and cannot be other blocks'.
-- include: async.sql
-- expect: severity=warning, evidence~"in a loop of its code", advice!~"In blocks of", advice~"All its threads are 8 warps", advice~"a barrier keeps their steps in order", advice!~"takes several items in a loop"
UPDATE launch_shape SET grid_x = 1, grid_y = 1, grid_z = 1, block_x = 256 WHERE id = 5;
INSERT INTO do_ten_launches VALUES (5);
