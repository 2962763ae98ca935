-- SPDX-License-Identifier: MIT
-- Products of four blocks each: however fast these are computed, 128 of 132 SMs have none. A batch is what helps.
UPDATE function SET name = 'ampere_sgemm_64x64_nn' WHERE id = 2;
UPDATE launch_shape SET grid_x = 4 WHERE id = 5;
INSERT INTO do_ten_launches VALUES (5);
