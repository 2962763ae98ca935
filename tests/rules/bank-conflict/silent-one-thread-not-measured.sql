-- SPDX-License-Identifier: MIT
-- Launches of one thread, without counters: no lane is beside it that could ask for another word of its bank. There is nothing to measure it for.
UPDATE launch_shape SET grid_x = 1, block_x = 1 WHERE id = 5;
INSERT INTO do_ten_launches VALUES (5);
