-- SPDX-License-Identifier: MIT
-- The same in another order of blocks, eight beside one another: 100,000 unaligned rows times a few: each launch of 100 us, in which memory gives 480 MB, may be reading them.
UPDATE function SET name = '_ZN7cutlass7Kernel2I57cutlass_75_tensorop_bf16_s1688gemm_bf16_128x256_tn_align1EEvNT_6ParamsE' WHERE id = 2;
UPDATE launch_shape SET grid_x = 8, grid_y = 99 WHERE id = 5;
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 9)
	SELECT 4000 * i, 6000 + 101000 * i, 100000, 5 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (45000, 980000);
