-- SPDX-License-Identifier: MIT
-- Six times 30 rounds of training, the last of a smaller batch, and 20 of evaluation, in which other kernels run: graphs fit, however
-- long it takes until the same comes again.
-- expect: severity=warning, gain_percent=40..95, advice~"Capture the repeated part", advice!~"differ from round", evidence!~"other grids"
INSERT INTO launch_shape (id, function_id, grid_x, grid_y, grid_z, block_x, block_y, block_z, cluster_x, cluster_y,
	cluster_z, registers_per_thread, static_shared_bytes, dynamic_shared_bytes, shared_executed_bytes,
	shared_carveout_percent, cache_config, local_bytes_per_thread, is_shared_optin)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 1)
	SELECT 1000 + i, 1, 9 + i, 1, 1, 128, 1, 1, 0, 0, 0, 16, 0, 0, 32768, NULL, 0, 0, 0 FROM n;
CREATE TEMP TABLE round (i INTEGER, shape INTEGER);
CREATE TEMP TRIGGER round_row AFTER INSERT ON round BEGIN
	INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns, launch_shape_id)
		WITH RECURSIVE n(k) AS (SELECT 0 UNION ALL SELECT k + 1 FROM n WHERE k < 39)
		SELECT 200000 * new.i + 5000 * k, 4700, 200000 * new.i + 7000 + 5000 * k, 1000,
			CASE k WHEN 3 THEN new.shape WHEN 7 THEN 4 WHEN 11 THEN CASE WHEN new.shape = 4 THEN 3 ELSE 4 END ELSE 3 END FROM n;
END;
INSERT INTO round WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 299)
	SELECT i, CASE WHEN i % 50 < 29 THEN 1000 WHEN i % 50 = 29 THEN 1001 ELSE 4 END FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (60000000, 6000);
