-- SPDX-License-Identifier: MIT
-- As fires-tiny-of-some-blocks.sql, but half of the kernels take 6 us, longer than the call that launches them.
-- expect: advice!~"the CPU may be faster"
INSERT INTO launch_shape SELECT 30, function_id, grid_x, grid_y, grid_z, 64, block_y, block_z, cluster_x, cluster_y, cluster_z, registers_per_thread,
	static_shared_bytes, dynamic_shared_bytes, shared_executed_bytes, shared_carveout_percent, cache_config, local_bytes_per_thread, is_shared_optin FROM launch_shape WHERE id = 3;
INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 999) SELECT 49000 * i, 5000, 49000 * i + 8000, CASE i % 2 WHEN 0 THEN 1000 ELSE 6000 END, CASE i % 2 WHEN 0 THEN 3 ELSE 30 END FROM n;
