-- SPDX-License-Identifier: MIT
-- Rows of five kernels of one function, then one of another: parts of the data, and what follows them.
-- expect: severity=note, occurrences=36, advice~independent
INSERT INTO launch_shape SELECT 100, 2, 12, 1, 1, 128, 1, 1, cluster_x, cluster_y, cluster_z, 16, 0, 0,
	shared_executed_bytes, shared_carveout_percent, cache_config, local_bytes_per_thread, is_shared_optin
	FROM launch_shape WHERE id = 3;
INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 35)
	SELECT 4000 * i, 6000 + 51100 * i, 50000, 11, iif(i % 6 = 5, 100, 3) FROM n;
