-- SPDX-License-Identifier: MIT
-- 132 blocks of four warps, of which no more than two fit on an SM, for their shared memory: it is half full.
UPDATE launch_shape SET static_shared_bytes = 0, dynamic_shared_bytes = 110000 WHERE id = 5;
UPDATE launch_shape SET grid_x = 132, block_x = 128 WHERE id = 5;
INSERT INTO do_ten_launches VALUES (5);
