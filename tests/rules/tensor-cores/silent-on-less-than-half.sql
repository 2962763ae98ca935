-- SPDX-License-Identifier: MIT
-- As fires-on-half-of-the-gpu.sql, with 62 blocks: most SMs have none, and a batch is what helps.
UPDATE function SET name = 'ampere_sgemm_64x64_nn' WHERE id = 2;
UPDATE launch_shape SET grid_x = 62 WHERE id = 5;
INSERT INTO do_ten_launches VALUES (5);
