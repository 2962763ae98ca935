-- SPDX-License-Identifier: MIT
-- A convolution of images with three channels, one number at a time: no rows to pad.
UPDATE function SET name = '_ZN17cutlass__5x_cudnn6KernelI66cutlass_tensorop_s1688fprop_optimized_tf32_256x64_16x4_nhwc_align1EEvNT_6ParamsE' WHERE id = 2;
INSERT INTO do_ten_launches VALUES (5);
