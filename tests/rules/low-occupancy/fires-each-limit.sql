-- SPDX-License-Identifier: MIT
-- Two kernels with other limits, 100 KiB of shared memory a block and 128 registers a thread: each has its own advice.
-- expect: severity=note, occurrences=6, gain=null, headline~registers
-- expect-count: 2
INSERT INTO function SELECT 10 + n, '_Z6match' || n || 'Pf' FROM (WITH RECURSIVE n(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM n WHERE n < 1) SELECT n FROM n);
INSERT INTO launch_shape (id, function_id, grid_x, grid_y, grid_z, block_x, block_y, block_z, cluster_x, cluster_y,
	cluster_z, registers_per_thread, static_shared_bytes, dynamic_shared_bytes, shared_executed_bytes,
	shared_carveout_percent, cache_config, local_bytes_per_thread, is_shared_optin)
	SELECT id + 10, id, 4096 + id, 1, 1, 256, 1, 1, 0, 0, 0, CASE id WHEN 10 THEN 26 ELSE 128 END, 0, CASE id WHEN 10 THEN 102400 ELSE 0 END, 233472, NULL, 0, 0, 1 FROM function WHERE id >= 10;
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 11)
	SELECT 4000 * i, 6000 + 501000 * i, 500000, 20 + i % 2 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (55000, 5970000);
