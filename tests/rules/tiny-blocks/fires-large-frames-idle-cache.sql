-- SPDX-License-Identifier: MIT
-- The launches of fires-large-frames.sql: counters say that the L2 cache is hardly busy, so that it has room for more.
-- expect: severity=warning, gain_percent=45..50
-- include: large_array.sql
INSERT INTO launch_shape (id, function_id, grid_x, grid_y, grid_z, block_x, block_y, block_z, cluster_x, cluster_y,
	cluster_z, registers_per_thread, static_shared_bytes, dynamic_shared_bytes, shared_executed_bytes,
	shared_carveout_percent, cache_config, local_bytes_per_thread, is_shared_optin) VALUES (20, (SELECT function_id FROM launch_shape WHERE id = 5), 32768, 1, 1, 32, 1, 1, 0, 0, 0, 24, 0, 0, 32768, NULL, 0, 0, 0);
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 9)
	SELECT 4000 * i, 6000 + 501000 * i, 500000, 20 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (45000, 4975000);
INSERT INTO do_metric VALUES (20, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 5), (20, 'lts__throughput.avg.pct_of_peak_sustained_elapsed', 10);
