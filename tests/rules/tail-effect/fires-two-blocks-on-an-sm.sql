-- SPDX-License-Identifier: MIT
-- 288 blocks of 100 KiB of shared memory, of which an SM has room for two.
-- expect: severity=warning, headline~"the last 24 blocks of 288", advice~"Launch 264 blocks (2 for each of 132 SMs)", advice~"smaller steps"
INSERT INTO launch_shape (id, function_id, grid_x, grid_y, grid_z, block_x, block_y, block_z, cluster_x, cluster_y,
	cluster_z, registers_per_thread, static_shared_bytes, dynamic_shared_bytes, shared_executed_bytes,
	shared_carveout_percent, cache_config, local_bytes_per_thread, is_shared_optin) VALUES (20, 2, 288, 1, 1, 1024, 1, 1, 0, 0, 0, 19, 0, 102400, 233472, NULL, 0, 0, 1);
INSERT INTO do_ten_launches VALUES (20);
INSERT INTO do_metric VALUES (20, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 20),
	(20, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 10);
