-- SPDX-License-Identifier: MIT
-- Two of 30 steps go through the rows of a batch: that is no loop which comes again.
-- include: tensors.sql
-- expect: severity=warning, evidence!~item by item
INSERT INTO function VALUES (4, '_ZN2at6native26indexFuncSmallIndexIflLi1ELi1ELi1ELb1ENS0_9ReduceAddEEEvNS_4cuda6detail10TensorInfoIT_T0_EE');
INSERT INTO launch_shape SELECT 200 + id, 4, grid_x, grid_y, grid_z, block_x, block_y, block_z, cluster_x, cluster_y,
	cluster_z, registers_per_thread, static_shared_bytes, dynamic_shared_bytes, shared_executed_bytes,
	shared_carveout_percent, cache_config, local_bytes_per_thread, is_shared_optin FROM launch_shape WHERE function_id = 1;
INSERT INTO do_step (i, shape, operations) WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 29) SELECT i, 3, CASE WHEN i IN (5, 17) THEN '02' ELSE '01' END FROM n;
