-- SPDX-License-Identifier: MIT
-- Launches of one warp, without samples: the rule small-grid has said that too few warps are there, whatever these wait
-- for.
UPDATE launch_shape SET grid_x = 1, block_x = 32 WHERE id = 5;
INSERT INTO do_ten_launches VALUES (5);
