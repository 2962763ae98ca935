-- SPDX-License-Identifier: MIT
-- Blocks of 99 threads: a quarter of the lanes is empty. Counters say that device memory is at 92 % of its peak, so
-- that at most 8 % can be saved.
-- expect: gain_percent=6..8.1, headline~23 % of the lanes, evidence~takes 92 %
INSERT INTO launch_shape (id, function_id, grid_x, grid_y, grid_z, block_x, block_y, block_z, cluster_x, cluster_y,
 cluster_z, registers_per_thread, static_shared_bytes, dynamic_shared_bytes, shared_executed_bytes,
 shared_carveout_percent, cache_config, local_bytes_per_thread, is_shared_optin) VALUES
 (20, 2, 105600, 1, 1, 99, 1, 1, 0, 0, 0, 32, 0, 0, 32768, NULL, 0, 0, 0);
INSERT INTO do_ten_launches VALUES (20);
INSERT INTO do_metric VALUES (20,'dram__throughput.avg.pct_of_peak_sustained_elapsed',92.0),(20,'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed',92.0),(20,'sm__throughput.avg.pct_of_peak_sustained_elapsed',14.0),
 (20,'smsp__issue_active.avg.pct_of_peak_sustained_active',12.0),(20,'sm__warps_active.avg.pct_of_peak_sustained_active',95.0);
