-- SPDX-License-Identifier: MIT
-- Three streams with a kernel each; then each launches a function of its own for the first time: every load is a
-- barrier, and the three run one after another.
-- expect: severity=warning, cost_ns=2000000..3200000, gain_percent=40..60, advice~CUDA_MODULE_LOADING=EAGER, evidence!~"other causes"
INSERT INTO function VALUES (3, '_Z6stage0v'), (4, '_Z6stage1v'), (5, '_Z6stage2v');
INSERT INTO launch_shape SELECT 100 + f, f, grid_x, grid_y, grid_z, block_x, block_y, block_z, cluster_x, cluster_y,
	cluster_z, registers_per_thread, static_shared_bytes, dynamic_shared_bytes, shared_executed_bytes,
	shared_carveout_percent, cache_config, local_bytes_per_thread, is_shared_optin
	FROM launch_shape, (SELECT 3 AS f UNION SELECT 4 UNION SELECT 5) WHERE launch_shape.id = 1;
INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id) VALUES
	(0, 6000, 1000000, 11), (4000, 10000, 1000000, 12), (8000, 14000, 1000000, 13);
INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns, stream_id, launch_shape_id) VALUES
	(12000, 10000, 1024000, 1000000, 11, 103), (24000, 10000, 2034000, 1000000, 12, 104),
	(36000, 10000, 3044000, 1000000, 13, 105);
INSERT INTO overhead (kind, start_ns, duration_ns, thread_id) VALUES
	(327680, 13000, 5000, 1), (327680, 25000, 5000, 1), (327680, 37000, 5000, 1);
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (50000, 4000000);
