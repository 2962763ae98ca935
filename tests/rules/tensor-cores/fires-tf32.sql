-- SPDX-License-Identifier: MIT
-- Convolutions of PyTorch as TF32: BF16 is twice as fast on tensor cores, and whether that is enough only its author knows.
-- expect: severity=note, subject=TF32, cost_ns=2400000..2700000, gain=null, headline~"99.9 % of the time in kernels", evidence~"up to 2.03 times TF32", advice~torch.autocast
-- expect-count: 1
UPDATE function SET name = '_ZN17cutlass__5x_cudnn6KernelI66cutlass_tensorop_s1688fprop_optimized_tf32_256x64_16x4_nhwc_align4EEvNT_6ParamsE' WHERE id = 2;
UPDATE function SET name = '_ZN2at6native29vectorized_elementwise_kernelILi4EEEvv' WHERE id = 1;
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (-20000, -10000, 5000, 1);
INSERT INTO do_ten_launches VALUES (5);
