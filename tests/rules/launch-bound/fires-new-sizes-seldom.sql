-- SPDX-License-Identifier: MIT
-- 160 rounds of 40 launches, of which each fourth has a grid that never came before: a graph fits the three between.
-- expect: severity=warning, gain_percent=50..95, advice~"Capture the repeated part", evidence!~"other grids"
CREATE TEMP TABLE round (i INTEGER);
INSERT INTO launch_shape (id, function_id, grid_x, grid_y, grid_z, block_x, block_y, block_z, cluster_x, cluster_y,
	cluster_z, registers_per_thread, static_shared_bytes, dynamic_shared_bytes, shared_executed_bytes,
	shared_carveout_percent, cache_config, local_bytes_per_thread, is_shared_optin)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 159)
	SELECT 1000 + i, 1, 9 + i, 1, 1, 128, 1, 1, 0, 0, 0, 16, 0, 0, 32768, NULL, 0, 0, 0 FROM n;
CREATE TEMP TRIGGER round_row AFTER INSERT ON round BEGIN
	INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns, launch_shape_id)
		WITH RECURSIVE n(k) AS (SELECT 0 UNION ALL SELECT k + 1 FROM n WHERE k < 39)
		SELECT 200000 * new.i + 5000 * k, 4700, 200000 * new.i + 7000 + 5000 * k, 1000,
			CASE k WHEN 3 THEN CASE new.i % 4 WHEN 0 THEN 1000 + new.i ELSE 3 END WHEN 7 THEN 4 ELSE 3 END FROM n;
END;
INSERT INTO round WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 159) SELECT i FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (32000000, 6000);
