-- SPDX-License-Identifier: MIT
-- Blocks of one warp with 33 KiB of shared memory each: 6 fit. An SM holds 32 blocks, so that 50 % is the most that less of it reaches: with 6 KiB, and with none.
-- expect: headline~"limited by shared memory", advice~"at most 6.12 KiB per block (now 33.0 KiB) occupancy is 50 %, and no more without any"
INSERT INTO launch_shape (id, function_id, grid_x, grid_y, grid_z, block_x, block_y, block_z, cluster_x, cluster_y,
	cluster_z, registers_per_thread, static_shared_bytes, dynamic_shared_bytes, shared_executed_bytes,
	shared_carveout_percent, cache_config, local_bytes_per_thread, is_shared_optin) VALUES (20, 2, 65536, 1, 1, 32, 1, 1, 0, 0, 0, 26, 0, 33792, 233472, NULL, 0, 0, 1);
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 9)
	SELECT 4000 * i, 6000 + 501000 * i, 500000, 20 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (45000, 4975000);
