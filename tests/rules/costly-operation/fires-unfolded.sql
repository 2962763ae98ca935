-- SPDX-License-Identifier: MIT
-- Convolutions without cuDNN: each sample is unfolded, there and back.
-- include: costly.sql
-- expect: occurrences=40, subject=unfolded images, advice~cudnn.enabled
-- expect-count: 1
UPDATE function SET name = '_ZN2at6native13im2col_kernelIfEEvlPKT_lllllllllllllPS2_' WHERE id = 1;
UPDATE function SET name = '_ZN2at6native13col2im_kernelIffEEvlPKT_llllllllllllPS2_' WHERE id = 2;
INSERT INTO do_steps VALUES (20, 50000);
