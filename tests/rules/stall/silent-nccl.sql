-- SPDX-License-Identifier: MIT
-- An all-reduce of NCCL polls memory until other GPUs have sent their part: its warps wait for data, and the schedulers
-- are idle, as samples and counters say.
INSERT INTO function VALUES (3, '_Z39ncclDevKernel_AllReduce_Sum_f32_RING_LL24ncclDevKernelArgsStorageILm4096EE');
INSERT INTO launch_shape (id, function_id, grid_x, grid_y, grid_z, block_x, block_y, block_z, cluster_x, cluster_y,
	cluster_z, registers_per_thread, static_shared_bytes, dynamic_shared_bytes, shared_executed_bytes,
	shared_carveout_percent, cache_config, local_bytes_per_thread, is_shared_optin) VALUES (20, 3, 24, 1, 1, 544, 1, 1, 0, 0, 0, 96, 0, 0, 32768, NULL, 0, 0, 0);
INSERT INTO do_ten_launches VALUES (20);
INSERT INTO do_sample VALUES (3, 0, 'long_scoreboard', 900, 900), (3, 0, 'selected', 100, 0);
INSERT INTO do_metric VALUES (20, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 10);
