-- SPDX-License-Identifier: MIT
-- Three functions with a launch shape each, 103 to 105, as shape 1.
INSERT INTO function VALUES (3, '_Z6stage0v'), (4, '_Z6stage1v'), (5, '_Z6stage2v');
INSERT INTO launch_shape SELECT 100 + f, f, grid_x, grid_y, grid_z, block_x, block_y, block_z, cluster_x, cluster_y,
	cluster_z, registers_per_thread, static_shared_bytes, dynamic_shared_bytes, shared_executed_bytes,
	shared_carveout_percent, cache_config, local_bytes_per_thread, is_shared_optin
	FROM launch_shape, (SELECT 3 AS f UNION SELECT 4 UNION SELECT 5) WHERE launch_shape.id = 1;
