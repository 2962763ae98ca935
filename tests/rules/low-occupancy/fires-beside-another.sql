-- SPDX-License-Identifier: MIT
-- Blocks of 768 threads. For three fifths of its time a kernel of another stream runs as well, which leaves it seven tenths.
-- expect: severity=note, occurrences=10, headline~75 %, cost_ns=850000..900000
INSERT INTO launch_shape (id, function_id, grid_x, grid_y, grid_z, block_x, block_y, block_z, cluster_x, cluster_y,
	cluster_z, registers_per_thread, static_shared_bytes, dynamic_shared_bytes, shared_executed_bytes,
	shared_carveout_percent, cache_config, local_bytes_per_thread, is_shared_optin) VALUES (20, 2, 4096, 1, 1, 768, 1, 1, 0, 0, 0, 24, 0, 0, 32768, NULL, 0, 0, 0);
CREATE TEMP TABLE step (i INTEGER);
CREATE TEMP TRIGGER step_row AFTER INSERT ON step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id) VALUES
		(8000 * new.i, 6000 + 501000 * new.i, 500000, 11, 20), (8000 * new.i + 4000, 16000 + 501000 * new.i, 300000, 12, 1);
END;
INSERT INTO step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 9) SELECT i FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (90000, 4930000);
