-- SPDX-License-Identifier: MIT
-- Rows that are multiples of 16 elements.
UPDATE function SET name = '_ZN7cutlass7Kernel2I58cutlass_75_tensorop_bf16_s1688gemm_bf16_128x256_tn_align1EEvNT_6ParamsE' WHERE id = 2;
UPDATE function SET name = replace(name, 'align1', 'align16') WHERE id = 2;
INSERT INTO do_ten_launches VALUES (5);
