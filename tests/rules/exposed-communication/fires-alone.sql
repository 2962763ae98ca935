-- SPDX-License-Identifier: MIT
-- Ten steps: a kernel of 100 us, and behind it an all-reduce of 200 us, half of it beside the next step's kernel: 100 us
-- of each are exposed, and all 200 of the last.
-- expect: severity=warning, cost_ns=1100000, headline~1.100 ms, headline~52.4 %
INSERT INTO function VALUES (3, '_Z39ncclDevKernel_AllReduce_Sum_f32_RING_LL24ncclDevKernelArgsStorageILm4096EE');
INSERT INTO launch_shape (id, function_id, grid_x, grid_y, grid_z, block_x, block_y, block_z, cluster_x, cluster_y,
	cluster_z, registers_per_thread, static_shared_bytes, dynamic_shared_bytes, shared_executed_bytes,
	shared_carveout_percent, cache_config, local_bytes_per_thread, is_shared_optin) VALUES (20, 3, 24, 1, 1, 544, 1, 1, 0, 0, 0, 96, 0, 0, 32768, NULL, 0, 0, 0);
INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19)
	SELECT 4000 * i, 100000 + 200000 * (i / 2) + 100000 * (i % 2), CASE i % 2 WHEN 0 THEN 100000 ELSE 200000 END, 11 + i % 2, CASE i % 2 WHEN 0 THEN 4 ELSE 20 END FROM n;
