-- SPDX-License-Identifier: MIT
-- 20 blocks of 512 threads are 320 warps, two for each of the SMs.
-- expect: subject=large, advice~"In blocks of 64 its threads reach all of them"
UPDATE launch_shape SET grid_x = 20, block_x = 512 WHERE id = 5;
INSERT INTO do_ten_launches VALUES (5);
