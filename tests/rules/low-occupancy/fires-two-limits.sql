-- SPDX-License-Identifier: MIT
-- 128 registers a thread and 48 KiB of shared memory a block allow four blocks of 128 threads each: less of one alone
-- changes nothing, and no advice may say so.
-- expect: severity=note, gain=null, headline~"registers and shared memory", advice~"at most 40 registers", advice~"less of one alone wins nothing", advice!~"occupancy is 25 %", advice~"occupancy is 69 %"
INSERT INTO launch_shape (id, function_id, grid_x, grid_y, grid_z, block_x, block_y, block_z, cluster_x, cluster_y,
	cluster_z, registers_per_thread, static_shared_bytes, dynamic_shared_bytes, shared_executed_bytes,
	shared_carveout_percent, cache_config, local_bytes_per_thread, is_shared_optin) VALUES (20, 2, 4096, 1, 1, 128, 1, 1, 0, 0, 0, 128, 0, 49152, 233472, NULL, 0, 0, 0);
INSERT INTO do_ten_launches VALUES (20);
