-- SPDX-License-Identifier: MIT
-- Softmax and an operation on elements, 36 times, and nothing that is sorted: steps that may need one another.
-- include: tensors.sql
-- expect: severity=warning, evidence!~"equal rows", advice!~"all rows"
INSERT INTO function VALUES (3000, '_ZN2at6native19cunn_SoftMaxForwardILi4EfffEEvv');
INSERT INTO launch_shape SELECT 200 + id, 3000, grid_x, grid_y, grid_z, block_x, block_y, block_z, cluster_x, cluster_y,
	cluster_z, registers_per_thread, static_shared_bytes, dynamic_shared_bytes, shared_executed_bytes,
	shared_carveout_percent, cache_config, local_bytes_per_thread, is_shared_optin FROM launch_shape WHERE id BETWEEN 1 AND 3;
INSERT INTO do_step (i, shape, operations, count) WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 29) SELECT i, 3, '20', 36 FROM n;
