-- SPDX-License-Identifier: MIT
-- A tile of 64 x 64 is chosen for matrices of some size.
-- expect: severity=warning
UPDATE function SET name = 'sm80_xmma_gemm_f32f32_f32f32_f32_nn_n_tilesize64x64x8_stage3_warpsize1x4x1_ffma_aligna4_alignc4_execute_kernel__5x_cublas' WHERE id = 2;
INSERT INTO do_ten_launches VALUES (5);
