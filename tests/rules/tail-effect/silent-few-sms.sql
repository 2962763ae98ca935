-- SPDX-License-Identifier: MIT
-- As in fires-four-waves.sql, but by their samples few SMs have a warp: most blocks have nothing to do, and no wave is full.
INSERT INTO launch_shape (id, function_id, grid_x, grid_y, grid_z, block_x, block_y, block_z, cluster_x, cluster_y,
	cluster_z, registers_per_thread, static_shared_bytes, dynamic_shared_bytes, shared_executed_bytes,
	shared_carveout_percent, cache_config, local_bytes_per_thread, is_shared_optin) VALUES (20, 2, 409, 1, 1, 1024, 1, 1, 0, 0, 0, 64, 0, 0, 32768, NULL, 0, 0, 0);
INSERT INTO do_ten_launches VALUES (20);
INSERT INTO do_sample (function_id, reason, samples) VALUES (2, 'long_scoreboard', 600);
UPDATE pc_sampling SET period_cycles = 131072;
