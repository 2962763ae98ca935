-- SPDX-License-Identifier: MIT
-- What loops over tensors have in common: 30 steps that launch kernels of 1 us every 5 us, and wait. A row of do_step is one, with 20 kernels of
-- large() and then, for each of COUNT tensors, products (0) and sums (1) of elements as OPERATIONS has them: of SHAPE all of them, or of three shapes
-- in turns. They are launched at line 12, large() at 10.
UPDATE function SET name = '_ZN2at6native29vectorized_elementwise_kernelILi4ENS0_13AUnaryFunctorIfffNS0_15binary_internal10MulFunctorIfEEEEEEvv' WHERE id = 1;
INSERT INTO function VALUES (3, '_ZN2at6native29vectorized_elementwise_kernelILi4ENS0_15CUDAFunctor_addIfEEEEvv');
INSERT INTO launch_shape SELECT 100 + id, 3, grid_x, grid_y, grid_z, block_x, block_y, block_z, cluster_x, cluster_y,
	cluster_z, registers_per_thread, static_shared_bytes, dynamic_shared_bytes, shared_executed_bytes,
	shared_carveout_percent, cache_config, local_bytes_per_thread, is_shared_optin FROM launch_shape WHERE function_id = 1;
CREATE TEMP TABLE do_step (i INTEGER, shape INTEGER, operations TEXT DEFAULT '01', count INTEGER DEFAULT 12);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns, launch_shape_id)
		WITH RECURSIVE n(k) AS (SELECT 0 UNION ALL SELECT k + 1 FROM n WHERE k < 19 + new.count * length(new.operations))
		SELECT 500000 * new.i + 5000 * k, 4700, 500000 * new.i + 7000 + 5000 * k, 1000,
			CASE WHEN k < 20 THEN 4 ELSE coalesce(new.shape, 1 + (k - 20) / length(new.operations) % 3)
				+ 100 * substr(new.operations, 1 + (k - 20) % length(new.operations), 1) END FROM n;
	INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (500000 * new.i + 480000, 9000);
END;
INSERT INTO string (id, text) VALUES (9000, '/home/me/train.py'), (9001, 'average');
INSERT INTO host_frame (id, file_id, function_id, line) VALUES (1, 9000, 9001, 10), (2, 9000, 9001, 12);
INSERT INTO host_stack VALUES (1, NULL, 1), (2, NULL, 2);
INSERT INTO host_sample (time_ns, thread_id, host_stack_id, asked_ns, is_late)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 2999)
	SELECT 5000 * i + 2000, 1, 1 + (5 * i % 500 >= 100), 5000 * i - 200, 0 FROM n;
