-- SPDX-License-Identifier: MIT
-- As fires-counted.sql, but neither counters nor code say what the blocks do.
UPDATE launch_shape SET grid_x = 800000, block_x = 32 WHERE id = 5;
INSERT INTO do_ten_launches VALUES (5);
