-- SPDX-License-Identifier: MIT
-- Kernels that fill a quarter of the GPU, one after another, all of whose threads wait for the lock of the device heap: two at once
-- would wait for the same lock.
-- include: heap.sql
UPDATE launch_shape SET grid_x = 66 WHERE id = 6;
INSERT INTO do_ten_launches (launch_shape_id) VALUES (6);
INSERT INTO pc_sampling VALUES (1, 131072, 10000, 0, 9000);
