-- SPDX-License-Identifier: MIT
-- Thirty kernels in one stream, of 2, 4 and then four times 8 blocks: five of them double what came before, which most
-- kernels of a computation in steps do.
-- expect: severity=note, occurrences=30, advice~independent
INSERT INTO launch_shape SELECT 100 + n.i, 1, 2 << n.i, 1, 1, 128, 1, 1, cluster_x, cluster_y, cluster_z, 16, 0, 0,
	shared_executed_bytes, shared_carveout_percent, cache_config, local_bytes_per_thread, is_shared_optin
	FROM launch_shape, (WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 2) SELECT i FROM n) AS n
	WHERE launch_shape.id = 3;
INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 29)
	SELECT 4000 * i, 6000 + 51100 * i, 50000, 11, 100 + min(i % 6, 2) FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (125000, 1415000);
