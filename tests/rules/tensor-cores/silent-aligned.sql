-- SPDX-License-Identifier: MIT
-- Products in BF16 of an older generation's kernel, whose rows are multiples of 8 elements.
UPDATE function SET name = '_ZN7cutlass7Kernel2I57cutlass_75_tensorop_bf16_s1688gemm_bf16_128x256_tn_align8EEvNT_6ParamsE' WHERE id = 2;
INSERT INTO do_ten_launches VALUES (5);
