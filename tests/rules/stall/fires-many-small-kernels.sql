-- SPDX-License-Identifier: MIT
-- Twenty kernels, each for three thousandths of the run beside one that issues all the time, wait for the same, as 200 samples
-- of each say: together they are worth a finding.
-- expect: headline~"and 19 other kernels", occurrences=20, cost_ns=500000..600000
-- expect-count: 1
INSERT INTO function WITH RECURSIVE n(i) AS (SELECT 3 UNION ALL SELECT i + 1 FROM n WHERE i < 22) SELECT i, '_Z4fn' || i || 'v' FROM n;
INSERT INTO launch_shape SELECT 100 + f, f, grid_x, grid_y, grid_z, block_x, block_y, block_z, cluster_x, cluster_y,
	cluster_z, registers_per_thread, static_shared_bytes, dynamic_shared_bytes, shared_executed_bytes,
	shared_carveout_percent, cache_config, local_bytes_per_thread, is_shared_optin
	FROM launch_shape, (SELECT id AS f FROM function WHERE id > 2) WHERE launch_shape.id = 5;
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (0, 6000, 9400000, 5);
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19)
	SELECT 4000 + 4000 * i, 9407100 + 31100 * i, 30000, 103 + i FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (90000, 9942000);
INSERT INTO do_sample SELECT 2, 0, 'selected', 60000, 0;
INSERT INTO do_sample SELECT id, 0, 'barrier', 180, 180 FROM function WHERE id > 2;
INSERT INTO do_sample SELECT id, 16, 'selected', 20, 0 FROM function WHERE id > 2;
