-- SPDX-License-Identifier: MIT
-- As silent-block-on-each-sm.sql, but one SM has none.
-- expect: severity=note
INSERT INTO launch_shape SELECT 100, 1, 131, 1, 1, 256, 1, 1, cluster_x, cluster_y, cluster_z, 64, 0, 0,
	shared_executed_bytes, shared_carveout_percent, cache_config, local_bytes_per_thread, is_shared_optin
	FROM launch_shape WHERE id = 3;
INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 29)
	SELECT 4000 * i, 6000 + 51100 * i, 50000, 11, 100 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (125000, 1415000);
