-- SPDX-License-Identifier: MIT
-- Many tiny products, as the tile of 32 x 32 tells.
UPDATE function SET name = 'sm80_xmma_gemm_f32f32_f32f32_f32_tn_n_tilesize32x32x8_stage3_warpsize1x2x1_ffma_aligna4_alignc4_execute_kernel__5x_cublas' WHERE id = 2;
INSERT INTO do_ten_launches VALUES (5);
