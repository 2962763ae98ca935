-- SPDX-License-Identifier: MIT
-- In three of four steps a kernel in the null stream comes behind the same stream, in the fourth another one behind one
-- of two by turns: most of it may need what came before.
-- expect: severity=note, gain=null, not_predicted~"same stream each time"
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
	SELECT i, iif(i % 4 = 3, 2 + i / 4 % 2, 4), iif(i % 4 = 3, 3, 20) FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (8000 * 40, 7810000);
