-- SPDX-License-Identifier: MIT
-- A thin product of unaligned rows, as its tile of 16 x 16 tells.
UPDATE function SET name = '_ZN7cutlass7Kernel2I66cutlass_75_wmma_tensorop_bf16_s161616gemm_bf16_16x16_128x2_tn_align1EEvNT_6ParamsE' WHERE id = 2;
INSERT INTO do_ten_launches VALUES (5);
