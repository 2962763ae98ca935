-- SPDX-License-Identifier: MIT
-- As fires-recurrent-layers.sql, but with the layers' gradients behind each call: each may be a whole sequence.
-- expect: severity=warning, advice!~whole sequence, evidence!~recurrent
INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 639)
	SELECT 15000 * i, 4000, 7000 + 15000 * i, 1500 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (9600000, 6000);
UPDATE function SET name = '_ZN2at6native29vectorized_elementwise_kernelILi4EEEvv';
UPDATE function SET name = '_Z24RNN_blockPersist_fp_GRUIfLi1EEvv' WHERE id = 2;
INSERT INTO function VALUES (3, '_Z19GRU_elementWise_bp2IfEvv');
INSERT INTO launch_shape SELECT 100 + id, 3, grid_x, grid_y, grid_z, block_x, block_y, block_z, cluster_x, cluster_y,
	cluster_z, registers_per_thread, static_shared_bytes, dynamic_shared_bytes, shared_executed_bytes,
	shared_carveout_percent, cache_config, local_bytes_per_thread, is_shared_optin FROM launch_shape WHERE function_id = 2;
UPDATE kernel SET launch_shape_id = 5 WHERE rowid % 8 < 2;
UPDATE kernel SET launch_shape_id = 105 WHERE rowid % 8 = 5;
