-- SPDX-License-Identifier: MIT
-- As fires-long-pieces.sql, but of twenty launches each: as many as a layer of a transformer has.
-- include: tensors.sql
-- expect: severity=warning, evidence!~equal pieces, advice!~chunk
INSERT INTO function VALUES (3000, '_ZN7cutlass6KernelI71cutlass_80_tensorop_s1688gemm_128x128');
INSERT INTO launch_shape SELECT 200 + id, 3000, grid_x, grid_y, grid_z, block_x, block_y, block_z, cluster_x, cluster_y,
	cluster_z, registers_per_thread, static_shared_bytes, dynamic_shared_bytes, shared_executed_bytes,
	shared_carveout_percent, cache_config, local_bytes_per_thread, is_shared_optin FROM launch_shape WHERE id BETWEEN 1 AND 3;
CREATE TEMP TABLE do_long (i INTEGER);
CREATE TEMP TRIGGER do_long_row AFTER INSERT ON do_long BEGIN
	INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns, launch_shape_id)
		WITH RECURSIVE n(k) AS (SELECT 0 UNION ALL SELECT k + 1 FROM n WHERE k < 800)
		SELECT 5000000 * new.i + 5000 * k, 4700, 5000000 * new.i + 7000 + 5000 * k, 1000, CASE k % 20 WHEN 0 THEN 203 WHEN 3 THEN 2 WHEN 7 THEN 103 ELSE 3 END FROM n;
	INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (5000000 * new.i + 4900000, 9000);
END;
INSERT INTO do_long VALUES (0), (1), (2), (3);
