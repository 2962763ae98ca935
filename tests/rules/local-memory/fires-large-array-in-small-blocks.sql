-- SPDX-License-Identifier: MIT
-- As in fires-large-array.sql, but blocks of one warp, 128 KiB each: of these one fits into the shared memory of an SM, where
-- there are three; and 1,024 elements are more than registers of a thread.
-- expect: subject=large, advice~"keep it in shared memory, a column for each thread (array[i][threadIdx.x]): 1 of the 3 blocks fit on an SM then, so make it smaller first", advice~"memory. Choose with", advice!~Unroll
-- include: large_array.sql
UPDATE launch_shape SET grid_x = 396, block_x = 32, block_y = 1, block_z = 1 WHERE id = 5;
INSERT INTO do_ten_launches VALUES (5);
