-- SPDX-License-Identifier: MIT
-- Only a warm-up of one thread was measured: that one lane of 32 was active says nothing of the launches that take the
-- time.
-- abstains: others were measured
INSERT INTO launch_shape (id, function_id, grid_x, grid_y, grid_z, block_x, block_y, block_z, cluster_x, cluster_y,
	cluster_z, registers_per_thread, static_shared_bytes, dynamic_shared_bytes, shared_executed_bytes,
	shared_carveout_percent, cache_config, local_bytes_per_thread, is_shared_optin) VALUES
	(21, 2, 1, 1, 1, 1, 1, 1, 0, 0, 0, 32, 0, 0, 32768, NULL, 0, 0, 0);
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (0, 6000, 500000, 21);
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10)
	SELECT 4000 * i, 6000 + 501000 * i, 500000, 5 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (85000, 5500000);
INSERT INTO do_metric VALUES (21, 'smsp__thread_inst_executed_per_inst_executed.ratio', 1),
	(21, 'smsp__inst_issued.avg.pct_of_peak_sustained_active', 90);
