-- SPDX-License-Identifier: MIT
-- As fires-every-step, but before each kernel the thread launches one that only XLA's tuner launches: it times variants of a kernel,
-- and has a small buffer for each.
-- include: allocations.sql
INSERT INTO function VALUES (20, '_ZN15stream_executor3gpu56_GLOBAL__N__0adca48f_23_delay_kernel_cuda_cu_cc_a9426d2111DelayKernelEPVNS_17GpuSemaphoreStateES2_');
INSERT INTO launch_shape SELECT 20, 20, grid_x, grid_y, grid_z, block_x, block_y, block_z, cluster_x, cluster_y,
	cluster_z, registers_per_thread, static_shared_bytes, dynamic_shared_bytes, shared_executed_bytes,
	shared_carveout_percent, cache_config, local_bytes_per_thread, is_shared_optin FROM launch_shape WHERE id = 1;
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_allocation VALUES (140000 * new.i, 36000, 1, 4, 1 << 30, 'cuMemHostAlloc', 0);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
		VALUES (140000 * new.i + 37000, 140000 * new.i + 43000, 2000, 20);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
		VALUES (140000 * new.i + 41000, 140000 * new.i + 47000, 50000, 5);
	INSERT INTO do_allocation VALUES (140000 * new.i + 45000, 90000, 2, 4, 1 << 30, 'cuMemFreeHost', 0);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19) SELECT i FROM n;
