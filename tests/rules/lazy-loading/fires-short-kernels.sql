-- SPDX-License-Identifier: MIT
-- As fires-between-streams.sql with kernels of 50 us: each starts 10 us behind what its function's loading waited for, which
-- is too few to measure that by.
-- expect: gain_ns=125000..133000
INSERT INTO function VALUES (3, '_Z6stage0v'), (4, '_Z6stage1v'), (5, '_Z6stage2v');
INSERT INTO launch_shape SELECT 100 + f, f, grid_x, grid_y, grid_z, block_x, block_y, block_z, cluster_x, cluster_y,
	cluster_z, registers_per_thread, static_shared_bytes, dynamic_shared_bytes, shared_executed_bytes,
	shared_carveout_percent, cache_config, local_bytes_per_thread, is_shared_optin
	FROM launch_shape, (SELECT 3 AS f UNION SELECT 4 UNION SELECT 5) WHERE launch_shape.id = 1;
INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id) VALUES
	(0, 6000, 50000, 11), (4000, 10000, 50000, 12), (8000, 14000, 50000, 13);
INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns, stream_id, launch_shape_id) VALUES
	(12000, 10000, 74000, 50000, 11, 103), (24000, 10000, 134000, 50000, 12, 104),
	(36000, 10000, 194000, 50000, 13, 105);
INSERT INTO overhead (kind, start_ns, duration_ns, thread_id) VALUES
	(327680, 13000, 5000, 1), (327680, 25000, 5000, 1), (327680, 37000, 5000, 1);
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (50000, 197000);
