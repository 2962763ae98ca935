-- SPDX-License-Identifier: MIT
-- As fires-new-sizes.sql, with steps of Adadelta, which has no fused one.
-- expect: severity=warning, gain=null, advice~"differ from round to round", advice!~"fused=True"
CREATE TEMP TABLE round (i INTEGER);
INSERT INTO launch_shape (id, function_id, grid_x, grid_y, grid_z, block_x, block_y, block_z, cluster_x, cluster_y,
	cluster_z, registers_per_thread, static_shared_bytes, dynamic_shared_bytes, shared_executed_bytes,
	shared_carveout_percent, cache_config, local_bytes_per_thread, is_shared_optin)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 59)
	SELECT 1000 + i, 1, 9 + i, 1, 1, 128, 1, 1, 0, 0, 0, 16, 0, 0, 32768, NULL, 0, 0, 0 FROM n;
CREATE TEMP TRIGGER round_row AFTER INSERT ON round BEGIN
	INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns, launch_shape_id)
		WITH RECURSIVE n(k) AS (SELECT 0 UNION ALL SELECT k + 1 FROM n WHERE k < 19)
		SELECT 100000 * new.i + 5000 * k, 4700, 100000 * new.i + 7000 + 5000 * k, 1000,
			CASE k WHEN 3 THEN 1000 + new.i WHEN 7 THEN 4 ELSE 3 END FROM n;
END;
INSERT INTO round WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 59) SELECT i FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (6000000, 6000);
UPDATE function SET name = '_ZN2at6native29vectorized_elementwise_kernelILi4ENS0_15CUDAFunctor_addIfEEEEvv' WHERE id = 1;
INSERT INTO string (id, text) VALUES (9000, '/home/me/train.py'), (9001, 'main'), (9010, '/v/lib/python3.12/site-packages/torch/optim/adadelta.py'), (9011, 'Adadelta.step');
INSERT INTO host_frame (id, file_id, function_id, line) VALUES (1, 9000, 9001, 10), (2, 9010, 9011, 20);
INSERT INTO host_stack VALUES (1, NULL, 1), (2, 1, 2);
INSERT INTO host_sample (time_ns, thread_id, host_stack_id, asked_ns, is_late)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 1199) SELECT 5000 * i + 2000, 1, 2, 5000 * i - 200, 0 FROM n;
