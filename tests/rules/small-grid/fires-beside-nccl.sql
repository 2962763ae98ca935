-- SPDX-License-Identifier: MIT
-- The all-reduces of NCCL are left out, the program's own kernel of eight blocks is not; in turn on one stream.
-- expect: subject~small, occurrences=10, headline~124 of 132
-- expect-count: 1
INSERT INTO function VALUES (3, '_Z39ncclDevKernel_AllReduce_Sum_f32_RING_LL24ncclDevKernelArgsStorageILm4096EE');
INSERT INTO launch_shape (id, function_id, grid_x, grid_y, grid_z, block_x, block_y, block_z, cluster_x, cluster_y,
	cluster_z, registers_per_thread, static_shared_bytes, dynamic_shared_bytes, shared_executed_bytes,
	shared_carveout_percent, cache_config, local_bytes_per_thread, is_shared_optin) VALUES (20, 3, 24, 1, 1, 544, 1, 1, 0, 0, 0, 96, 0, 0, 32768, NULL, 0, 0, 0);
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19)
	SELECT 4000 * i, 6000 + 501000 * i, 500000, CASE i % 2 WHEN 0 THEN 20 ELSE 3 END FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (85000, 9945000);
