-- SPDX-License-Identifier: MIT
-- cuBLAS on tensor cores, which the program has allowed TF32.
UPDATE function SET name = 'sm80_xmma_gemm_f32f32_tf32f32_f32_nn_n_tilesize128x128x16_stage4_warpsize2x2x1_tensor16x8x8_kernel_cublas' WHERE id = 2;
INSERT INTO do_ten_launches VALUES (5);
