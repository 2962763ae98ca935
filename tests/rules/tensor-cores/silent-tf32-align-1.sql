-- SPDX-License-Identifier: MIT
-- Products of 32-bit numbers on tensor cores, one number at a time: cuBLAS was asked for TF32, and rows of any length.
UPDATE function SET name = '_ZN7cutlass7Kernel2I51cutlass_80_tensorop_s1688gemm_128x128_16x5_nn_align1EEvNT_6ParamsE' WHERE id = 2;
INSERT INTO do_ten_launches VALUES (5);
