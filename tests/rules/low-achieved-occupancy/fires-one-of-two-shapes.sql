-- SPDX-License-Identifier: MIT
-- A function in two shapes, which take as long: one with unequal warps, 30 % achieved, the other all right with 97 %.
-- What the first loses must not be taken from launches of the second.
-- expect: occurrences=10, cost_ns=3400000..3500000, gain_percent=33..35.5, headline~"occupancy 30 %", evidence~"10,560 blocks"
INSERT INTO launch_shape (id, function_id, grid_x, grid_y, grid_z, block_x, block_y, block_z, cluster_x, cluster_y,
 cluster_z, registers_per_thread, static_shared_bytes, dynamic_shared_bytes, shared_executed_bytes,
 shared_carveout_percent, cache_config, local_bytes_per_thread, is_shared_optin) VALUES
 (21, 2, 21120, 1, 1, 256, 1, 1, 0, 0, 0, 32, 0, 0, 32768, NULL, 0, 0, 0);
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
 WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19)
 SELECT 4000*i, 6000+501000*i, CASE WHEN i%2 THEN 500000 ELSE 499000 END, CASE WHEN i%2 THEN 5 ELSE 21 END FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (85000, 9945000);
INSERT INTO do_metric VALUES (5,'sm__warps_active.avg.pct_of_peak_sustained_active',30.0),(21,'sm__warps_active.avg.pct_of_peak_sustained_active',97.0),
 (5,'smsp__issue_active.avg.pct_of_peak_sustained_active',20.0),(21,'smsp__issue_active.avg.pct_of_peak_sustained_active',20.0),
 (5,'sm__throughput.avg.pct_of_peak_sustained_elapsed',20.0),(21,'sm__throughput.avg.pct_of_peak_sustained_elapsed',20.0),
 (5,'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed',20.0),(21,'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed',20.0),
 (5,'dram__throughput.avg.pct_of_peak_sustained_elapsed',20.0),(21,'dram__throughput.avg.pct_of_peak_sustained_elapsed',20.0);
INSERT INTO do_sample VALUES (2, 0, 'long_scoreboard', 900, 800), (2, 16, 'selected', 100, 0);
