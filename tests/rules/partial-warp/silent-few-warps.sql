-- SPDX-License-Identifier: MIT
-- Blocks of 33 threads, four on each SM: eight warps, two of a scheduler, leave its other lanes idle anyhow.
UPDATE launch_shape SET block_x = 33, grid_x = 528 WHERE id = 5;
INSERT INTO do_ten_launches VALUES (5);
