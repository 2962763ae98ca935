-- SPDX-License-Identifier: MIT
-- One all-reduce of 100 us alone, but in a second: it is no loss that a run could show.
INSERT INTO function VALUES (3, '_Z39ncclDevKernel_AllReduce_Sum_f32_RING_LL24ncclDevKernelArgsStorageILm4096EE');
INSERT INTO launch_shape (id, function_id, grid_x, grid_y, grid_z, block_x, block_y, block_z, cluster_x, cluster_y,
	cluster_z, registers_per_thread, static_shared_bytes, dynamic_shared_bytes, shared_executed_bytes,
	shared_carveout_percent, cache_config, local_bytes_per_thread, is_shared_optin) VALUES (20, 3, 24, 1, 1, 544, 1, 1, 0, 0, 0, 96, 0, 0, 32768, NULL, 0, 0, 0);
INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id) VALUES
	(0, 100000, 100000, 11, 20), (1000000000, 1000100000, 100000, 11, 4);
