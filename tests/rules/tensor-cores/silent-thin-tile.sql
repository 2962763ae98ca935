-- SPDX-License-Identifier: MIT
-- A thin product, as the tile of 128 x 32 tells.
UPDATE function SET name = 'cutlass_80_simt_sgemm_128x32_8x5_nn_align1' WHERE id = 2;
INSERT INTO do_ten_launches VALUES (5);
