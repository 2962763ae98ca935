-- SPDX-License-Identifier: MIT
-- As fires-equal-pieces.sql, but a thread for gradients launches between the pieces: each is a step of training, which needs the one before.
-- include: tensors.sql
-- expect: severity=warning, evidence!~equal pieces, advice!~chunk
INSERT INTO thread VALUES (3, 4713, 'pt_autograd_0');
INSERT INTO function VALUES (3000, '_ZN7cutlass6KernelI71cutlass_80_tensorop_s1688gemm_128x128');
INSERT INTO launch_shape SELECT 200 + id, 3000, grid_x, grid_y, grid_z, block_x, block_y, block_z, cluster_x, cluster_y,
	cluster_z, registers_per_thread, static_shared_bytes, dynamic_shared_bytes, shared_executed_bytes,
	shared_carveout_percent, cache_config, local_bytes_per_thread, is_shared_optin FROM launch_shape WHERE id BETWEEN 1 AND 3;
CREATE TEMP TRIGGER do_gradient AFTER INSERT ON kernel WHEN new.rowid % 8 = 0 BEGIN
	INSERT INTO do_call (call_ns, call_duration_ns, api, thread_id) SELECT max(start_ns) + 4750, 100, 'cudaEventCreate_v3020', 3 FROM api_call; END;
INSERT INTO do_step (i, shape, operations, count) WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 29) SELECT i, 3, '20', 36 FROM n;
