-- SPDX-License-Identifier: MIT
-- do_step: step I of 5 ms: a kernel of 2 ms, and then READS times, 50 us apart: KERNELS of one block (launch shape SHAPE), a
-- copy of 4 bytes to the host, and the wait for it. Samples of the host are at train.py:20 while it takes them, and else at line 10.
UPDATE function SET name = '_ZN2at6native29vectorized_elementwise_kernelILi4ENS0_11FunctorOnSelfI9MulFunctorEEEEvv' WHERE id = 1;
UPDATE function SET name = '_ZN2at6native13reduce_kernelILi512EEEvv' WHERE id = 2;
INSERT INTO launch_shape SELECT 20, 2, 1, grid_y, grid_z, block_x, block_y, block_z, cluster_x, cluster_y, cluster_z, registers_per_thread,
	static_shared_bytes, dynamic_shared_bytes, shared_executed_bytes, shared_carveout_percent, cache_config, local_bytes_per_thread,
	is_shared_optin FROM launch_shape WHERE id = 4; -- a sum in one block
INSERT INTO string (id, text) VALUES (9000, '/home/me/train.py'), (9001, 'step');
INSERT INTO host_frame (id, file_id, function_id, line) VALUES (1, 9000, 9001, 10), (2, 9000, 9001, 20);
INSERT INTO host_stack VALUES (1, NULL, 1), (2, NULL, 2);
CREATE TEMP TABLE do_step (i INTEGER, reads INTEGER, kernels INTEGER DEFAULT 1, shape INTEGER DEFAULT 1);
CREATE TEMP TABLE do_read (at INTEGER, kernels INTEGER, shape INTEGER);
CREATE TEMP TRIGGER do_read_row AFTER INSERT ON do_read BEGIN
	INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns, launch_shape_id)
		WITH RECURSIVE n(k) AS (SELECT 0 UNION ALL SELECT k + 1 FROM n WHERE k < 5)
		SELECT new.at + 3000 * k, 2000, new.at + 4000 + 3000 * k, 1000, new.shape FROM n WHERE k < new.kernels;
	INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, copy_kind) VALUES (new.at + 18000, new.at + 23000, 1000, 4, 2);
	INSERT INTO do_wait (call_ns, call_duration_ns, stream_id) VALUES (new.at + 22000, 4000, 1);
END;
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (5000000 * new.i, 5000000 * new.i + 5000, 2000000, 4);
	INSERT INTO do_wait (call_ns, call_duration_ns, stream_id) VALUES (5000000 * new.i + 10000, 2000000, 1);
	INSERT INTO do_read WITH RECURSIVE n(k) AS (SELECT 0 UNION ALL SELECT k + 1 FROM n WHERE k < 100)
		SELECT 5000000 * new.i + 2050000 + 50000 * k, new.kernels, new.shape FROM n WHERE k < new.reads;
	INSERT INTO host_sample (time_ns, thread_id, host_stack_id, asked_ns, is_late)
		WITH RECURSIVE n(k) AS (SELECT 1 UNION ALL SELECT k + 1 FROM n WHERE k < 50)
		SELECT 5000000 * new.i + 100000 * k, 1, 1 + (k > 20 AND 100000 * k < 2050000 + 50000 * new.reads), 5000000 * new.i + 100000 * k - 1000, 0 FROM n;
END;
