-- SPDX-License-Identifier: MIT
-- As fires-unaligned, and the tensor cores are in use for 80 % of the time: at most a fifth of it is to be won.
-- expect: subject=unaligned, cost_ns=980000..1020000
UPDATE function SET name = '_ZN7cutlass7Kernel2I57cutlass_75_tensorop_bf16_s1688gemm_bf16_128x256_tn_align1EEvNT_6ParamsE' WHERE id = 2;
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_metric VALUES (5, 'sm__pipe_tensor_cycles_active.avg.pct_of_peak_sustained_active', 80);
