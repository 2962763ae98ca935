-- SPDX-License-Identifier: MIT
-- A vector is made in each step, which fills it, and reduced: a temporary buffer is not filled. One more function is less than an
-- algorithm may have.
-- expect: severity=warning, occurrences=38, advice~"thrust::device_vector", advice~no_init, advice!~"temporary buffers", evidence~"filled 20 kernels ran on the GPU only to fill vectors as they are made: 600.0 us"
-- expect-count: 1
-- include: allocations.sql
INSERT INTO function (id, name) VALUES (201, '_ZN3cub17CUB_300001_SM_9006detail8for_each13static_kernelINS2_12policy_hub_t12policy_500_tEmN6thrust23THRUST_300001_SM_900_NS8cuda_cub20__uninitialized_fill7functorINS7_10device_ptrIiEEiEEEEvT0_T1_'), (202, '_ZN3cub17CUB_300001_SM_9006detail6reduce18DeviceReduceKernelINS2_10policy_hubEEEvPf');
INSERT INTO launch_shape SELECT 200 + f.id, f.id, grid_x, grid_y, grid_z, block_x, block_y, block_z, cluster_x, cluster_y, cluster_z, registers_per_thread, static_shared_bytes,
	dynamic_shared_bytes, shared_executed_bytes, shared_carveout_percent, cache_config, local_bytes_per_thread, is_shared_optin FROM launch_shape, function f WHERE launch_shape.id = 5 AND f.id > 200;
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_allocation VALUES (400000 * new.i, 40000, 1, 32 << 20, 1 << 30, 'cudaMalloc_v3020', 0);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (400000 * new.i + 41000, 400000 * new.i + 47000, 30000, 401);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (400000 * new.i + 49000, 400000 * new.i + 55000, 30000, 402);
	INSERT INTO do_allocation VALUES (400000 * new.i + 245000, 90000, 2, 32 << 20, 1 << 30, 'cudaFree_v3020', 0);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19) SELECT i FROM n;
