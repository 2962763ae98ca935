-- SPDX-License-Identifier: MIT
-- The code stores four bytes in each thread: with 1024 threads in a block that is more than memory takes.
-- include: short.sql
-- abstains: whether most blocks of
UPDATE launch_shape SET grid_x = 800000, block_x = 1024 WHERE id = 5;
INSERT INTO do_ten_launches VALUES (5);
