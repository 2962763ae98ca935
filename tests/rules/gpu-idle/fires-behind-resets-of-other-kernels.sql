-- SPDX-License-Identifier: MIT
-- Fifteen rounds end in cudaDeviceReset(), and the next one launches another kernel first, in which CUDA starts again and loads its code (200 ms). The
-- host works for 300 ms in each round: that is its own, whatever the launch takes.
-- expect: cost_ns=4100000000..4400000000, occurrences=14, headline~work of its own
-- include: allocations.sql
-- include: resets.sql
INSERT INTO do_reset (call_ns, context_id, malloc_ns, first_ns)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 14) SELECT 552000000 * i, 1 + i, 5000, 200000000 FROM n;
INSERT INTO function SELECT id, '_Z4step' || id || 'Pf' FROM stream WHERE id > 100;
INSERT INTO launch_shape (id, function_id, grid_x, grid_y, grid_z, block_x, block_y, block_z, cluster_x, cluster_y, cluster_z,
	registers_per_thread, static_shared_bytes, dynamic_shared_bytes, shared_executed_bytes, shared_carveout_percent, cache_config,
	local_bytes_per_thread, is_shared_optin)
	SELECT id, id, 1056, 1, 1, 256, 1, 1, 0, 0, 0, 32, 0, 0, 32768, NULL, 0, 0, 0 FROM stream WHERE id > 100;
UPDATE kernel SET launch_shape_id = stream_id;
