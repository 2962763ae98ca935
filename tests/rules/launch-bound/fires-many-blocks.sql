-- SPDX-License-Identifier: MIT
-- 20 steps of 5 launches for each of 200 blocks of a grid, of 200 sizes: within a step no two are alike, and each step does the
-- same as the one before.
-- expect: severity=warning, gain_percent=40..95, advice~"Capture the repeated part", advice!~"differ from round", evidence!~"other grids"
INSERT INTO launch_shape (id, function_id, grid_x, grid_y, grid_z, block_x, block_y, block_z, cluster_x, cluster_y,
	cluster_z, registers_per_thread, static_shared_bytes, dynamic_shared_bytes, shared_executed_bytes,
	shared_carveout_percent, cache_config, local_bytes_per_thread, is_shared_optin)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 199)
	SELECT 1000 + i, 1, 9 + i, 1, 1, 128, 1, 1, 0, 0, 0, 16, 0, 0, 32768, NULL, 0, 0, 0 FROM n;
INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19999)
	SELECT 5000 * i, 4700, 5000 * i + 7000, 1000, CASE i % 5 WHEN 2 THEN 4 ELSE 1000 + i / 5 % 200 END FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (100000000, 6000);
