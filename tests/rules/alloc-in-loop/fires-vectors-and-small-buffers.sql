-- SPDX-License-Identifier: MIT
-- As fires-vectors-and-buffers.sql, but the calls for the buffers take an eleventh of the cost: the advice is about vectors alone.
-- expect: severity=warning, occurrences=76, advice~"device_vector", advice!~"temporary buffers", evidence!~"whose"
-- expect-count: 1
-- include: allocations.sql
INSERT INTO function (id, name) VALUES (201, '_ZN3cub17CUB_300001_SM_9006detail8for_each13static_kernelINS2_12policy_hub_t12policy_500_tEmN6thrust23THRUST_300001_SM_900_NS8cuda_cub20__uninitialized_fill7functorINS7_10device_ptrIiEEiEEEEvT0_T1_'), (202, '_ZN3cub17CUB_300001_SM_9006detail6reduce18DeviceReduceKernelINS2_10policy_hubEEEvPf');
INSERT INTO launch_shape SELECT 200 + f.id, f.id, grid_x, grid_y, grid_z, block_x, block_y, block_z, cluster_x, cluster_y, cluster_z, registers_per_thread, static_shared_bytes,
	dynamic_shared_bytes, shared_executed_bytes, shared_carveout_percent, cache_config, local_bytes_per_thread, is_shared_optin FROM launch_shape, function f WHERE launch_shape.id = 5 AND f.id > 200;
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_allocation VALUES (600000 * new.i, 150000, 1, 32 << 20, 1 << 30, 'cudaMalloc_v3020', 0);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (600000 * new.i + 201000, 600000 * new.i + 207000, 30000, 401);
	INSERT INTO do_allocation VALUES (600000 * new.i + 205000, 15000, 1, 1 << 20, 1 << 31, 'cudaMalloc_v3020', 0);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (600000 * new.i + 301000, 600000 * new.i + 307000, 30000, 402);
	INSERT INTO do_allocation VALUES (600000 * new.i + 306000, 15000, 2, 1 << 20, 1 << 31, 'cudaFree_v3020', 0);
	INSERT INTO do_allocation VALUES (600000 * new.i + 401000, 150000, 2, 32 << 20, 1 << 30, 'cudaFree_v3020', 0);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19) SELECT i FROM n;
