-- SPDX-License-Identifier: MIT
-- An encoding puts 21 pieces of 3 columns side by side. Concatenations of two arrays by the same kernel are not counted.
-- include: costly.sql
-- expect: severity=note, subject~narrow pieces, occurrences=20, cost_ns=1000000, gain=null, headline~"torch.cat() copies each row", advice~"one expression", evidence~"join 21 pieces each, in 50.00 us"
-- expect-count: 1
UPDATE function SET name = '_ZN2at6native40_GLOBAL__N__0f1a8107_8_Shape_cu_49f7391c35CatArrayBatchedCopy_alignedK_contigINS1_10OpaqueTypeILj4EEEjLi2ELi128ELi1ELi16EEEvPT_NS1_25CatArrInputTensorMetadataIS5_T0_XT2_EXT3_EEENS1_16TensorSizeStrideIS8_Lj4EEEiS8_';
UPDATE launch_shape SET grid_x = 4224, grid_y = 21 WHERE id = 5;
UPDATE launch_shape SET grid_y = 2 WHERE id = 7;
INSERT INTO do_steps VALUES (20, 50000);
