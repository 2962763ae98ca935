-- SPDX-License-Identifier: MIT
-- One thread that waits for a clock: it passes time, and more threads would not make that shorter.
-- include: clock.sql
UPDATE launch_shape SET grid_x = 1, block_x = 1 WHERE id = 5;
INSERT INTO do_ten_launches VALUES (5);
