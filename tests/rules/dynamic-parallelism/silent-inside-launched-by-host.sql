-- SPDX-License-Identifier: MIT
-- As in fires-inside.sql, but the host launches child() as well: whose samples they are nobody can tell.
-- include: launches.sql
INSERT INTO function VALUES (3, '_Z5childPf'), (4, '__cudaCDP2LaunchDeviceV2');
INSERT INTO launch_shape SELECT 101, 3, grid_x, grid_y, grid_z, block_x, block_y, block_z, cluster_x, cluster_y, cluster_z,
	registers_per_thread, static_shared_bytes, dynamic_shared_bytes, shared_executed_bytes, shared_carveout_percent,
	cache_config, local_bytes_per_thread, is_shared_optin FROM launch_shape WHERE id = 5;
INSERT INTO do_ten_launches VALUES (5);
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (5100000, 5106000, 500000, 101);
INSERT INTO do_sample (function_id, reason, samples) VALUES (3, 'wait', 900), (2, 'wait', 100);
UPDATE pc_sampling SET period_cycles = 131072, samples = samples + 2000, non_user_samples = 2000;
