-- SPDX-License-Identifier: MIT
-- Blocks of 64 threads with 12 KiB of shared memory each: 17 of them fit, which is 34 of 64 warps. With 9.25 KiB it were 22.
-- expect: headline~shared memory, advice~"at most 9.25 KiB"
INSERT INTO launch_shape (id, function_id, grid_x, grid_y, grid_z, block_x, block_y, block_z, cluster_x, cluster_y,
	cluster_z, registers_per_thread, static_shared_bytes, dynamic_shared_bytes, shared_executed_bytes,
	shared_carveout_percent, cache_config, local_bytes_per_thread, is_shared_optin) VALUES (20, 2, 65536, 1, 1, 64, 1, 1, 0, 0, 0, 26, 0, 12288, 233472, NULL, 0, 0, 1);
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 9)
	SELECT 4000 * i, 6000 + 501000 * i, 500000, 20 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (45000, 4975000);
INSERT INTO do_metric VALUES (20, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 30), (20, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 20);
