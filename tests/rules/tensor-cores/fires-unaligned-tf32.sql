-- SPDX-License-Identifier: MIT
-- Products of 32-bit numbers on tensor cores, one number at a time: cuBLAS was asked for TF32, and rows do not begin at multiples of 16 bytes. 5 ms of these,
-- of which aligned rows leave less than three fifths.
-- expect: subject="unaligned TF32", severity=warning, cost_ns=2100000..2200000, gain=null, headline~"32-bit numbers", headline~"as TF32 for 5.000 ms", advice~"multiple of 4 elements"
-- expect-count: 1
UPDATE function SET name = '_ZN7cutlass7Kernel2I51cutlass_80_tensorop_s1688gemm_128x128_16x5_nn_align1EEvNT_6ParamsE' WHERE id = 2;
INSERT INTO do_ten_launches VALUES (5);
