-- SPDX-License-Identifier: MIT
-- Products in BF16 of rows that are no multiple of 8 elements (a vocabulary of 50,257): aligned ones take half of their time at most.
-- expect: severity=warning, subject=unaligned, occurrences=10, gain=null, cost_ns=2450000..2550000, headline~"not aligned", advice~"multiple of 8", evidence~"align1"
-- expect-count: 1
UPDATE function SET name = '_ZN7cutlass7Kernel2I57cutlass_75_tensorop_bf16_s1688gemm_bf16_128x256_tn_align1EEvNT_6ParamsE' WHERE id = 2;
INSERT INTO do_ten_launches VALUES (5);
