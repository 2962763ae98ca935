-- SPDX-License-Identifier: MIT
-- fires-unaligned-tf32.sql in PyTorch: no note says that BF16 is faster, since its rows are not aligned either.
-- expect: subject="unaligned TF32", advice~"torch.nn.functional.pad()"
-- expect-count: 1
UPDATE function SET name = '_ZN7cutlass7Kernel2I51cutlass_80_tensorop_s1688gemm_128x128_16x5_nn_align1EEvNT_6ParamsE' WHERE id = 2;
UPDATE function SET name = '_ZN2at6native29vectorized_elementwise_kernelILi4EEEvv' WHERE id = 1;
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (-20000, -10000, 5000, 1);
INSERT INTO do_ten_launches VALUES (5);
