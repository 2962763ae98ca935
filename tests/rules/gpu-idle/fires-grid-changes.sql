-- SPDX-License-Identifier: MIT
-- The host prepares for 150 us, launches a kernel of 200 us, waits for it, prepares the next one, a hundred times. The
-- first 21 launches have another grid: they are of the same loop, and no start-up.
-- expect: occurrences=99, cost_ns=16038000, headline~work of its own, evidence~share
-- include: prepares.sql
INSERT INTO launch_shape (id, function_id, grid_x, grid_y, grid_z, block_x, block_y, block_z, cluster_x, cluster_y,
	cluster_z, registers_per_thread, static_shared_bytes, dynamic_shared_bytes, shared_executed_bytes,
	shared_carveout_percent, cache_config, local_bytes_per_thread, is_shared_optin)
	SELECT 20, function_id, 2 * grid_x, grid_y, grid_z, block_x, block_y, block_z, cluster_x, cluster_y,
	cluster_z, registers_per_thread, static_shared_bytes, dynamic_shared_bytes, shared_executed_bytes,
	shared_carveout_percent, cache_config, local_bytes_per_thread, is_shared_optin FROM launch_shape LIMIT 1;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 99) SELECT i FROM n;
UPDATE kernel SET launch_shape_id = 20 WHERE start_ns < 21 * 362000;
