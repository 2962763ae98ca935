-- SPDX-License-Identifier: MIT
-- Thirty rounds that load code, the first kernel behind which is another one each time.
-- include: rebuilds.sql
INSERT INTO do_rebuild (i, others) WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i <  29) SELECT i, 6 FROM n;
INSERT INTO function SELECT 100 + id, '_Z4only' || id FROM api_call WHERE name_id = (SELECT id FROM string WHERE text = 'cuLibraryLoadData');
INSERT INTO launch_shape SELECT f.id, f.id, grid_x, grid_y, grid_z, block_x, block_y, block_z, cluster_x, cluster_y,
	cluster_z, registers_per_thread, static_shared_bytes, dynamic_shared_bytes, shared_executed_bytes,
	shared_carveout_percent, cache_config, local_bytes_per_thread, is_shared_optin
	FROM launch_shape s JOIN function f ON f.id > 100 WHERE s.id = 5;
UPDATE kernel SET launch_shape_id = 99 + correlation_id WHERE launch_shape_id = 5;
