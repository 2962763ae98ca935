-- SPDX-License-Identifier: MIT
-- As fires-four-blocks.sql, of which each takes half of what L2 does: eight at once would share it, and win 0.75 of 1.5 ms.
-- expect: severity=note, cost_ns=700000..760000
INSERT INTO launch_shape SELECT 100, 1, 4, 1, 1, 128, 1, 1, cluster_x, cluster_y, cluster_z, 16, 0, 0,
	shared_executed_bytes, shared_carveout_percent, cache_config, local_bytes_per_thread, is_shared_optin
	FROM launch_shape WHERE id = 3;
INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 29)
	SELECT 4000 * i, 6000 + 51100 * i, 50000, 11, 100 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (125000, 1415000);
INSERT INTO do_metric VALUES (100, 'lts__throughput.avg.pct_of_peak_sustained_elapsed', 50),
	(100, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 9),
	(100, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 50);
