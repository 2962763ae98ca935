-- SPDX-License-Identifier: MIT
-- A product of matrices, the largest of a row, and an operation on elements, 34 times: a model that chooses a step by what came before.
-- include: tensors.sql
-- expect: severity=warning, evidence!~"equal rows", advice!~"all rows"
INSERT INTO function VALUES (3000, '_ZN2at6native6mbtopk10gatherTopKIfjLi1EEEvv'), (3001, '_ZN7cutlass6KernelI71cutlass_80_tensorop_s1688gemm_128x128');
INSERT INTO launch_shape SELECT 200 + 100 * f + id, 3000 + f, grid_x, grid_y, grid_z, block_x, block_y, block_z, cluster_x, cluster_y,
	cluster_z, registers_per_thread, static_shared_bytes, dynamic_shared_bytes, shared_executed_bytes,
	shared_carveout_percent, cache_config, local_bytes_per_thread, is_shared_optin FROM launch_shape, (SELECT 0 AS f UNION SELECT 1) WHERE id BETWEEN 1 AND 3;
INSERT INTO do_step (i, shape, operations, count) WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 29) SELECT i, 3, '320', 34 FROM n;
