-- SPDX-License-Identifier: MIT
-- Unaligned rows on a GPU whose own generation of kernels this is: how much slower they are there is not known.
UPDATE device SET compute_capability_major = 7, compute_capability_minor = 5;
UPDATE function SET name = '_ZN7cutlass7Kernel2I57cutlass_75_tensorop_bf16_s1688gemm_bf16_128x256_tn_align1EEvNT_6ParamsE' WHERE id = 2;
INSERT INTO do_ten_launches VALUES (5);
