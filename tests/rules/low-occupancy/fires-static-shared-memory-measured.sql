-- SPDX-License-Identifier: MIT
-- The same with counters: no unit is busy, so more warps would help. But the kernel is written for that memory, and how much
-- less of it does is not known.
-- expect: severity=note, gain=null, headline~"limited by shared memory"
INSERT INTO launch_shape (id, function_id, grid_x, grid_y, grid_z, block_x, block_y, block_z, cluster_x, cluster_y,
	cluster_z, registers_per_thread, static_shared_bytes, dynamic_shared_bytes, shared_executed_bytes,
	shared_carveout_percent, cache_config, local_bytes_per_thread, is_shared_optin) VALUES (20, 2, 4096, 1, 1, 128, 1, 1, 0, 0, 0, 26, 49152, 0, 233472, NULL, 0, 0, 0);
INSERT INTO do_ten_launches VALUES (20);
INSERT INTO do_metric VALUES (20, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 5), (20, 'dram__throughput.avg.pct_of_peak_sustained_elapsed', 10);
