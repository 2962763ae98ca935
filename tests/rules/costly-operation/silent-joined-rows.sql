-- SPDX-License-Identifier: MIT
-- Concatenations of many arrays with long rows, which are copied 16 bytes at a time.
-- include: costly.sql
UPDATE function SET name = '_ZN2at6native40_GLOBAL__N__0f1a8107_8_Shape_cu_49f7391c30CatArrayBatchedCopy_vectorizedINS1_10OpaqueTypeILj4EEEjLi2ELi128ELi1ELi16ELi4EEEvPcNS1_25CatArrInputTensorMetadata' WHERE id = 2;
UPDATE launch_shape SET grid_x = 4224, grid_y = 21 WHERE id = 5;
INSERT INTO do_steps VALUES (20, 300000);
