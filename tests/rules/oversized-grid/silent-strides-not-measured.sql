-- SPDX-License-Identifier: MIT
-- As many blocks of a kernel whose loop strides over its items, without counters: how much they have to do, nothing tells.
-- include: strides.sql
UPDATE launch_shape SET grid_x = 800000, block_x = 32 WHERE id = 5;
INSERT INTO do_ten_launches VALUES (5);
