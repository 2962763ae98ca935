-- SPDX-License-Identifier: MIT
-- fires-unaligned-tf32.sql on a GPU of which nobody has measured that.
UPDATE device SET compute_capability_major = 8, compute_capability_minor = 0;
UPDATE function SET name = '_ZN7cutlass7Kernel2I51cutlass_80_tensorop_s1688gemm_128x128_16x5_nn_align1EEvNT_6ParamsE' WHERE id = 2;
INSERT INTO do_ten_launches VALUES (5);
