-- SPDX-License-Identifier: MIT
-- Four configurations of one kernel that a tuner tries, each with its own number of registers; and another kernel with as many
-- registers as one of them: two findings.
-- expect: severity=note, occurrences=12, gain=null, headline~"and 3 kernels like it", headline~registers
-- expect: severity=note, occurrences=3, gain=null, subject~scale
-- expect-count: 2
INSERT INTO function SELECT 10 + n, CASE n WHEN 4 THEN '_Z5scalePf' ELSE '_Z6match' || n || 'Pf' END
	FROM (WITH RECURSIVE n(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM n WHERE n < 4) SELECT n FROM n);
INSERT INTO launch_shape (id, function_id, grid_x, grid_y, grid_z, block_x, block_y, block_z, cluster_x, cluster_y,
	cluster_z, registers_per_thread, static_shared_bytes, dynamic_shared_bytes, shared_executed_bytes,
	shared_carveout_percent, cache_config, local_bytes_per_thread, is_shared_optin)
	SELECT id + 10, id, 4096 + id, 1, 1, 256, 1, 1, 0, 0, 0, CASE id WHEN 14 THEN 190 ELSE 110 + 20 * (id - 9) END, 0, 0, 32768,
		NULL, 0, 0, 1 FROM function WHERE id >= 10;
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 14)
	SELECT 4000 * i, 6000 + 501000 * i, 500000, 20 + i % 5 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (65000, 7470000);
