-- SPDX-License-Identifier: MIT
-- do_rebuild: round I of 1 ms: 500 us of the host's own work, 100 us of a call that loads, a kernel of `large`, kernels of
-- as many other functions (0 to 6), a wait.
INSERT INTO function VALUES (11, '_Z1aPf'), (12, '_Z1bPf'), (13, '_Z1cPf'), (14, '_Z1dPf'),
	(15, '_Z1ePf'), (16, '_Z1fPf');
INSERT INTO launch_shape SELECT f.id + 10, f.id, grid_x, grid_y, grid_z, block_x, block_y, block_z, cluster_x, cluster_y,
	cluster_z, registers_per_thread, static_shared_bytes, dynamic_shared_bytes, shared_executed_bytes,
	shared_carveout_percent, cache_config, local_bytes_per_thread, is_shared_optin
	FROM launch_shape s JOIN function f ON f.id > 10 WHERE s.id = 5;
CREATE TEMP TABLE do_rebuild (i INTEGER, others INTEGER, api TEXT DEFAULT 'cuLibraryLoadData');
CREATE TEMP TRIGGER do_rebuild_row AFTER INSERT ON do_rebuild BEGIN
	INSERT INTO do_call (call_ns, call_duration_ns, api) VALUES (1000000 * new.i + 500000, 100000, new.api);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
		VALUES (1000000 * new.i + 601000, 1000000 * new.i + 606000, 100000, 5);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
		WITH RECURSIVE n(f) AS (SELECT 1 UNION ALL SELECT f + 1 FROM n WHERE f < 6)
		SELECT 1000000 * new.i + 601000 + 4000 * f, 1000000 * new.i + 606000 + 101000 + 31000 * (f - 1), 30000, 20 + f
		FROM n WHERE f <= new.others;
	INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (1000000 * new.i + 630000, 370000);
END;
