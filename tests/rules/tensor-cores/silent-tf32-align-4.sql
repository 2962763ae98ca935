-- SPDX-License-Identifier: MIT
-- Rows that begin at multiples of 16 bytes.
UPDATE function SET name = '_ZN7cutlass7Kernel2I51cutlass_80_tensorop_s1688gemm_128x128_16x5_nn_align4EEvNT_6ParamsE' WHERE id = 2;
INSERT INTO do_ten_launches VALUES (5);
