-- SPDX-License-Identifier: MIT
-- 200 rounds of 120 launches, which are alike, and then 60 with a grid each that never came before, in three places. All of these
-- are rows of launch-bound, also those that no graph fits: nothing is left of the gaps between them.
CREATE TEMP TABLE round (i INTEGER);
INSERT INTO launch_shape (id, function_id, grid_x, grid_y, grid_z, block_x, block_y, block_z, cluster_x, cluster_y,
	cluster_z, registers_per_thread, static_shared_bytes, dynamic_shared_bytes, shared_executed_bytes,
	shared_carveout_percent, cache_config, local_bytes_per_thread, is_shared_optin)
	WITH RECURSIVE n(i) AS (SELECT 200 UNION ALL SELECT i + 1 FROM n WHERE i < 259)
	SELECT 1000 + i, 1, 9 + i, 1, 1, 128, 1, 1, 0, 0, 0, 16, 0, 0, 32768, NULL, 0, 0, 0 FROM n;
CREATE TEMP TRIGGER round_row AFTER INSERT ON round BEGIN
	INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns, launch_shape_id)
		WITH RECURSIVE n(k) AS (SELECT 0 UNION ALL SELECT k + 1 FROM n WHERE k < 119)
		SELECT 600000 * new.i + 5000 * k, 4700, 600000 * new.i + 7000 + 5000 * k, 1000,
			CASE WHEN k IN (3, 43, 83) AND new.i >= 200 THEN 1000 + new.i
				WHEN k IN (7, 18, 31, 47, 66, 88, 113) THEN 4 ELSE 3 END FROM n;
END;
INSERT INTO round WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 259) SELECT i FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (156000000, 6000);
