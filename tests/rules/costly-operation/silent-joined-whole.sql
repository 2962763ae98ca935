-- SPDX-License-Identifier: MIT
-- Concatenations of many arrays of one dimension, each of which is copied as a whole.
-- include: costly.sql
UPDATE function SET name = '_ZN2at6native40_GLOBAL__N__0f1a8107_8_Shape_cu_49f7391c35CatArrayBatchedCopy_alignedK_contigINS1_10OpaqueTypeILj4EEEjLi1ELi128ELi1ELi16EEEvPT_NS1_25CatArrInputTensorMetadataIS5_T0_XT2_EXT3_EEENS1_16TensorSizeStrideIS8_Lj4EEEiS8_' WHERE id = 2;
UPDATE launch_shape SET grid_x = 4224, grid_y = 21 WHERE id = 5;
INSERT INTO do_steps VALUES (20, 300000);
