-- SPDX-License-Identifier: MIT
-- 48 KiB of static shared memory a block: four blocks of 128 threads on an SM, 16 of its 64 warps. Eleven of 19.5 KiB
-- were 44. Nothing of it is dynamic.
-- expect: severity=note, gain=null, headline~"limited by shared memory", advice~"at most 19.", advice~"now 48.0 KiB", advice!~"at most 0 B"
INSERT INTO launch_shape (id, function_id, grid_x, grid_y, grid_z, block_x, block_y, block_z, cluster_x, cluster_y,
	cluster_z, registers_per_thread, static_shared_bytes, dynamic_shared_bytes, shared_executed_bytes,
	shared_carveout_percent, cache_config, local_bytes_per_thread, is_shared_optin) VALUES (20, 2, 4096, 1, 1, 128, 1, 1, 0, 0, 0, 26, 49152, 0, 233472, NULL, 0, 0, 0);
INSERT INTO do_ten_launches VALUES (20);
