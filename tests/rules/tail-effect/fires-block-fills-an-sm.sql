-- SPDX-License-Identifier: MIT
-- 144 blocks of 160 KiB of shared memory, of which an SM has room for one: 132 blocks that stride over 144 portions would be
-- two waves, too. Cut into seven, the portions are 1008 blocks: 7.64 waves.
-- expect: severity=warning, headline~"the last 12 blocks of 144", advice~"into 7 parts", advice~"1,008 blocks fill 7.636 waves", advice!~stride
INSERT INTO launch_shape (id, function_id, grid_x, grid_y, grid_z, block_x, block_y, block_z, cluster_x, cluster_y,
	cluster_z, registers_per_thread, static_shared_bytes, dynamic_shared_bytes, shared_executed_bytes,
	shared_carveout_percent, cache_config, local_bytes_per_thread, is_shared_optin) VALUES (20, 2, 144, 1, 1, 1024, 1, 1, 0, 0, 0, 19, 0, 163840, 233472, NULL, 0, 0, 1);
INSERT INTO do_ten_launches VALUES (20);
INSERT INTO do_metric VALUES (20, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 20),
	(20, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 10);
