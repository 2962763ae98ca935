-- SPDX-License-Identifier: MIT
-- cuBLAS in FP16.
UPDATE function SET name = 'ampere_h16816gemm_128x128_ldg8_stages_64x3_nn' WHERE id = 2;
INSERT INTO do_ten_launches VALUES (5);
