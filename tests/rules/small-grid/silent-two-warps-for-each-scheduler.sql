-- SPDX-License-Identifier: MIT
-- 132 blocks of eight warps, where eight times as many would fit: a scheduler has another warp to turn to.
UPDATE launch_shape SET grid_x = 132, block_x = 256 WHERE id = 5;
INSERT INTO do_ten_launches VALUES (5);
