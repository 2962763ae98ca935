-- SPDX-License-Identifier: MIT
-- Products of unaligned rows, of four blocks each.
UPDATE function SET name = '_ZN7cutlass7Kernel2I57cutlass_75_tensorop_bf16_s1688gemm_bf16_128x256_tn_align1EEvNT_6ParamsE' WHERE id = 2;
UPDATE launch_shape SET grid_x = 4 WHERE id = 5;
INSERT INTO do_ten_launches VALUES (5);
