-- SPDX-License-Identifier: MIT
-- cuBLAS in FP64: nothing that takes 32 bits would do.
UPDATE function SET name = 'cutlass_80_simt_dgemm_128x64_8x4_nn_align1' WHERE id = 2;
INSERT INTO do_ten_launches VALUES (5);
