-- SPDX-License-Identifier: MIT
-- Warps wait for data, and registers leave room for few of them: one finding says both.
-- options: --rule low-occupancy
-- expect: severity=note, subject=large, gain=null, headline~"80 %", evidence~"besides 10 launches of large with 48 of 64 warps of an SM empty", advice~"Have more loads", advice~"with at most 40 it is 75 %", advice~"__launch_bounds__(256, 3)"
INSERT INTO launch_shape (id, function_id, grid_x, grid_y, grid_z, block_x, block_y, block_z, cluster_x, cluster_y,
	cluster_z, registers_per_thread, static_shared_bytes, dynamic_shared_bytes, shared_executed_bytes,
	shared_carveout_percent, cache_config, local_bytes_per_thread, is_shared_optin) VALUES (20, 2, 4096, 1, 1, 256, 1, 1, 0, 0, 0, 128, 0, 0, 32768, NULL, 0, 0, 0);
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 9)
	SELECT 4000 * i, 6000 + 501000 * i, 500000, 20 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (45000, 4975000);
INSERT INTO do_metric VALUES (20, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 10), (20, 'dram__throughput.avg.pct_of_peak_sustained_elapsed', 20);
INSERT INTO do_sample VALUES (2, 0, 'long_scoreboard', 800, 700), (2, 0, 'selected', 200, 0);
