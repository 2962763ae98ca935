-- SPDX-License-Identifier: MIT
-- 1060 blocks where 1056 fit, but counters of the whole kernel, its tail included, say that its SMs are at 88 % of their
-- peak: it cannot take half the time.
-- expect: gain_percent=10..12.1, evidence~in use for 88 %
INSERT INTO launch_shape (id, function_id, grid_x, grid_y, grid_z, block_x, block_y, block_z, cluster_x, cluster_y,
 cluster_z, registers_per_thread, static_shared_bytes, dynamic_shared_bytes, shared_executed_bytes,
 shared_carveout_percent, cache_config, local_bytes_per_thread, is_shared_optin) VALUES
 (20, 2, 1060, 1, 1, 256, 1, 1, 0, 0, 0, 32, 0, 0, 32768, NULL, 0, 0, 0);
INSERT INTO do_ten_launches VALUES (20);
INSERT INTO do_metric VALUES (20,'dram__throughput.avg.pct_of_peak_sustained_elapsed',20.0),(20,'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed',40.0),(20,'sm__throughput.avg.pct_of_peak_sustained_elapsed',88.0),
 (20,'smsp__issue_active.avg.pct_of_peak_sustained_active',88.0),(20,'sm__warps_active.avg.pct_of_peak_sustained_active',90.0);
