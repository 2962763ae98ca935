-- SPDX-License-Identifier: MIT
-- In three of four steps a kernel in the null stream comes behind one of two streams by turns, in the fourth another one
-- behind a third stream: most of it stands between streams that have nothing to do with it.
-- expect: severity=warning, gain_percent>=1
INSERT INTO launch_shape SELECT 20, 2, grid_x, 1, 1, block_x, 1, 1, cluster_x, cluster_y, cluster_z, 16, 0, 0,
	shared_executed_bytes, shared_carveout_percent, cache_config, local_bytes_per_thread, is_shared_optin
	FROM launch_shape WHERE id = 3;
CREATE TEMP TABLE step (i INTEGER, stream INTEGER, shape INTEGER);
CREATE TEMP TRIGGER step_row AFTER INSERT ON step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id) VALUES
		(8000 * new.i, 6000 + 203000 * new.i, 100000, new.stream, 3),
		(8000 * new.i + 4000, 107500 + 203000 * new.i, 100000, 1, new.shape);
END;
INSERT INTO step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 39)
	SELECT i, iif(i % 4 = 3, 4, 2 + i % 2), iif(i % 4 = 3, 20, 3) FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (8000 * 40, 7810000);
