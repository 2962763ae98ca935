-- SPDX-License-Identifier: MIT
-- Six kernels of eight blocks that take 0.6 % of the time each: none is worth a finding, together they are.
-- expect: severity=warning, occurrences=6, cost_ns=300000..345000, headline~"and 5 other kernels", headline~8 blocks
-- expect-count: 1
INSERT INTO function SELECT 10 + n, '_Z5part' || n || 'Pf' FROM (WITH RECURSIVE n(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM n WHERE n < 5) SELECT n FROM n);
INSERT INTO launch_shape (id, function_id, grid_x, grid_y, grid_z, block_x, block_y, block_z, cluster_x, cluster_y,
	cluster_z, registers_per_thread, static_shared_bytes, dynamic_shared_bytes, shared_executed_bytes,
	shared_carveout_percent, cache_config, local_bytes_per_thread, is_shared_optin)
	SELECT id + 10, id, 8, 1, 1, 128, 1, 1, 0, 0, 0, 32, 0, 0, 32768, NULL, 0, 0, 0 FROM function WHERE id >= 10;
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 25)
	SELECT 4000 * i, CASE WHEN i < 20 THEN 6000 + 501000 * i ELSE 10030000 + 61000 * (i - 20) END,
		CASE WHEN i < 20 THEN 500000 ELSE 60000 - i END, CASE WHEN i < 20 THEN 5 ELSE i END FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (110000, 10290000);
