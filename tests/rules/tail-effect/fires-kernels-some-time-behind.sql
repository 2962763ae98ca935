-- SPDX-License-Identifier: MIT
-- As fires-kernels-of-one-operation.sql, but large() follows 5 us behind small(): another line of Python may have come between.
-- expect: evidence!~"launched from"
INSERT INTO launch_shape (id, function_id, grid_x, grid_y, grid_z, block_x, block_y, block_z, cluster_x, cluster_y,
	cluster_z, registers_per_thread, static_shared_bytes, dynamic_shared_bytes, shared_executed_bytes,
	shared_carveout_percent, cache_config, local_bytes_per_thread, is_shared_optin) VALUES
	(20, 2, 2120, 1, 1, 256, 1, 1, 0, 0, 0, 32, 0, 0, 32768, NULL, 0, 0, 0), (21, 3, 1, 1, 1, 32, 1, 1, 0, 0, 0, 16, 0, 0, 32768, NULL, 0, 0, 0);
INSERT INTO function VALUES (3, '_Z5rest_Pf');
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 29)
	SELECT 600000 * (i / 3) + CASE i % 3 WHEN 0 THEN 0 WHEN 1 THEN 3000 + 5000 ELSE 7000 + 5000 END, 600000 * (i / 3) + CASE i % 3 WHEN 0 THEN 10000 WHEN 1 THEN 20000 ELSE 530000 END,
		CASE i % 3 WHEN 1 THEN 500000 ELSE 1000 END, CASE i % 3 WHEN 0 THEN 1 WHEN 1 THEN 20 ELSE 21 END FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (5420000, 590000);
INSERT INTO do_metric VALUES (20, 'dram__throughput.avg.pct_of_peak_sustained_elapsed', 60.0),
	(20, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 60.0),
	(20, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 20.0);
INSERT INTO string (id, text) VALUES (9000, '/home/me/train.py'), (9001, 'main');
INSERT INTO host_frame (id, file_id, function_id, line) VALUES (1, 9000, 9001, 9), (2, 9000, 9001, 12);
INSERT INTO host_stack VALUES (1, NULL, 1), (2, NULL, 2);
INSERT INTO host_sample (time_ns, thread_id, host_stack_id, correlation_id, is_late) SELECT start_ns, thread_id, 1, id, 0 FROM api_call WHERE id IN (1, 3);
