-- SPDX-License-Identifier: MIT
-- Grids of 16 blocks in five streams at once: together they have a block for more than half of the SMs.
INSERT INTO launch_shape (id, function_id, grid_x, grid_y, grid_z, block_x, block_y, block_z, cluster_x, cluster_y,
	cluster_z, registers_per_thread, static_shared_bytes, dynamic_shared_bytes, shared_executed_bytes,
	shared_carveout_percent, cache_config, local_bytes_per_thread, is_shared_optin) VALUES (20, 2, 16, 1, 1, 256, 1, 1, 0, 0, 0, 32, 0, 0, 32768, NULL, 0, 0, 0);
INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 24) SELECT 4000 * i, 6000 + 4000 * (i % 5) + 601000 * (i / 5), 600000, 11 + i % 5, 20 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (105000, 2940000);
