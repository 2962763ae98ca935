-- SPDX-License-Identifier: MIT
-- As fires-equal-pieces.sql, but with attention in each piece: they are the layers of a deep network.
-- include: tensors.sql
-- expect: severity=warning, evidence!~equal pieces, advice!~chunk
INSERT INTO function VALUES (3000, '_ZN7cutlass6KernelI71cutlass_80_tensorop_s1688gemm_128x128');
INSERT INTO launch_shape SELECT 200 + id, 3000, grid_x, grid_y, grid_z, block_x, block_y, block_z, cluster_x, cluster_y,
	cluster_z, registers_per_thread, static_shared_bytes, dynamic_shared_bytes, shared_executed_bytes,
	shared_carveout_percent, cache_config, local_bytes_per_thread, is_shared_optin FROM launch_shape WHERE id BETWEEN 1 AND 3;
INSERT INTO function VALUES (3001, '_ZN13pytorch_flash16flash_fwd_kernelI23Flash_fwd_kernel_traitsEEvv');
INSERT INTO launch_shape SELECT 300 + id, 3001, grid_x, grid_y, grid_z, block_x, block_y, block_z, cluster_x, cluster_y,
	cluster_z, registers_per_thread, static_shared_bytes, dynamic_shared_bytes, shared_executed_bytes,
	shared_carveout_percent, cache_config, local_bytes_per_thread, is_shared_optin FROM launch_shape WHERE id BETWEEN 1 AND 3;
INSERT INTO do_step (i, shape, operations, count) WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 29) SELECT i, 3, '23', 36 FROM n;
