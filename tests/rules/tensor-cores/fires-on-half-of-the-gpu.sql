-- SPDX-License-Identifier: MIT
-- Products of 70 blocks each: more than half of the 132 SMs compute, and tensor cores would make that faster.
-- expect: severity=warning, occurrences=10, headline~FP32 units
UPDATE function SET name = 'ampere_sgemm_64x64_nn' WHERE id = 2;
UPDATE launch_shape SET grid_x = 70 WHERE id = 5;
INSERT INTO do_ten_launches VALUES (5);
