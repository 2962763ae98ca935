-- SPDX-License-Identifier: MIT
-- Launches of one warp, without counters: whatever its lanes do, no other warp could use what idle ones leave. There is nothing to measure it for.
UPDATE launch_shape SET grid_x = 1, block_x = 32 WHERE id = 5;
INSERT INTO do_ten_launches VALUES (5);
