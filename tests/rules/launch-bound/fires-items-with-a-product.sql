-- SPDX-License-Identifier: MIT
-- Twelve steps of time in each round, of a product and a lookup each: the product is of what the step before gave.
-- include: tensors.sql
-- expect: severity=warning, evidence!~item by item, evidence!~lists of tensors
INSERT INTO function VALUES (3000, '_ZN7cutlass6KernelI71cutlass_80_tensorop_s1688gemm_128x128'), (4, '_ZN2at6native26indexFuncSmallIndexIflLi1ELi1ELi1ELb1ENS0_9ReduceAddEEEvNS_4cuda6detail10TensorInfoIT_T0_EE');
INSERT INTO launch_shape SELECT 200 + id, 4, grid_x, grid_y, grid_z, block_x, block_y, block_z, cluster_x, cluster_y,
	cluster_z, registers_per_thread, static_shared_bytes, dynamic_shared_bytes, shared_executed_bytes,
	shared_carveout_percent, cache_config, local_bytes_per_thread, is_shared_optin FROM launch_shape WHERE function_id = 1;
UPDATE launch_shape SET function_id = 3000 WHERE id = 103;
INSERT INTO do_step (i, shape, operations) WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 29) SELECT i, 3, '12' FROM n;
