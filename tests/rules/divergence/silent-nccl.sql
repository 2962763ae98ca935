-- SPDX-License-Identifier: MIT
-- An all-reduce of NCCL, in which a few lanes poll for the others.
INSERT INTO function VALUES (3, '_Z39ncclDevKernel_AllReduce_Sum_f32_RING_LL24ncclDevKernelArgsStorageILm4096EE');
INSERT INTO launch_shape (id, function_id, grid_x, grid_y, grid_z, block_x, block_y, block_z, cluster_x, cluster_y,
	cluster_z, registers_per_thread, static_shared_bytes, dynamic_shared_bytes, shared_executed_bytes,
	shared_carveout_percent, cache_config, local_bytes_per_thread, is_shared_optin) VALUES (20, 3, 24, 1, 1, 544, 1, 1, 0, 0, 0, 96, 0, 0, 32768, NULL, 0, 0, 0);
INSERT INTO do_ten_launches VALUES (20);
INSERT INTO do_metric VALUES (20, 'smsp__thread_inst_executed_per_inst_executed.ratio', 8.0), (20, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 75), (20, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 98);
