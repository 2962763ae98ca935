-- SPDX-License-Identifier: MIT
-- 2120 blocks of 99 threads, of which 2112 fit: a tail, and empty lanes. Device memory is busy for 60 % of the time: no
-- fix can go below that, nor can both together.
-- expect: gain_percent=38..40.1
-- together: kernel=2990000..3010000
INSERT INTO launch_shape (id, function_id, grid_x, grid_y, grid_z, block_x, block_y, block_z, cluster_x, cluster_y,
	cluster_z, registers_per_thread, static_shared_bytes, dynamic_shared_bytes, shared_executed_bytes,
	shared_carveout_percent, cache_config, local_bytes_per_thread, is_shared_optin)
	VALUES (20, 2, 2120, 1, 1, 99, 1, 1, 0, 0, 0, 32, 0, 0, 32768, NULL, 0, 0, 0);
INSERT INTO do_ten_launches VALUES (20);
INSERT INTO do_metric VALUES (20, 'dram__throughput.avg.pct_of_peak_sustained_elapsed', 60.0),
	(20, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 60.0),
	(20, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 20.0);
