-- SPDX-License-Identifier: MIT
-- Three functions of CUB, as a sort has them, use the memory: that may be one algorithm.
-- expect: severity=warning, advice~"temporary buffers of Thrust or CUB", advice!~"device_vector"
-- expect-count: 1
-- include: allocations.sql
INSERT INTO function (id, name) VALUES (201, '_ZN3cub17CUB_300001_SM_9006detail4scan10DeviceScan0KernelINS2_10policy_hubEEEvPf'), (202, '_ZN3cub17CUB_300001_SM_9006detail4scan11DeviceScan1KernelINS2_10policy_hubEEEvPf'), (203, '_ZN3cub17CUB_300001_SM_9006detail4scan12DeviceScan2KernelINS2_10policy_hubEEEvPf');
INSERT INTO launch_shape SELECT 200 + f.id, f.id, grid_x, grid_y, grid_z, block_x, block_y, block_z, cluster_x, cluster_y, cluster_z, registers_per_thread, static_shared_bytes,
	dynamic_shared_bytes, shared_executed_bytes, shared_carveout_percent, cache_config, local_bytes_per_thread, is_shared_optin FROM launch_shape, function f WHERE launch_shape.id = 5 AND f.id > 200;
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_allocation VALUES (400000 * new.i, 40000, 1, 32 << 20, 1 << 30, 'cudaMalloc_v3020', 0);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (400000 * new.i + 41000, 400000 * new.i + 47000, 30000, 401);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (400000 * new.i + 49000, 400000 * new.i + 55000, 30000, 402);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (400000 * new.i + 57000, 400000 * new.i + 63000, 30000, 403);
	INSERT INTO do_allocation VALUES (400000 * new.i + 245000, 90000, 2, 32 << 20, 1 << 30, 'cudaFree_v3020', 0);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19) SELECT i FROM n;
