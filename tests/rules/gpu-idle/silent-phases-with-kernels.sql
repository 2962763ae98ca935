-- SPDX-License-Identifier: MIT
-- Before three kernels, each of another function, 100 ms of the host's work: the phases of a program, each of which comes once.
INSERT INTO function VALUES (101, '_Z5firstPf'), (102, '_Z6secondPf');
INSERT INTO launch_shape SELECT 101, 101, grid_x, grid_y, grid_z, block_x, block_y, block_z, cluster_x, cluster_y, cluster_z, registers_per_thread,
	static_shared_bytes, dynamic_shared_bytes, shared_executed_bytes, shared_carveout_percent, cache_config, local_bytes_per_thread, is_shared_optin
	FROM launch_shape WHERE id = 4;
INSERT INTO launch_shape SELECT 102, 102, grid_x, grid_y, grid_z, block_x, block_y, block_z, cluster_x, cluster_y, cluster_z, registers_per_thread,
	static_shared_bytes, dynamic_shared_bytes, shared_executed_bytes, shared_carveout_percent, cache_config, local_bytes_per_thread, is_shared_optin
	FROM launch_shape WHERE id = 4;
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (-20000, -10000, 2000, 1);
CREATE TEMP TABLE do_round (i INTEGER);
CREATE TEMP TRIGGER do_round_row AFTER INSERT ON do_round BEGIN
	INSERT INTO do_call (call_ns, call_duration_ns, api) VALUES (130000000 * new.i, 100000, 'cudaMalloc_v3020');
	INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, is_pinned, api)
		VALUES (130000000 * new.i + 100000000, 20000000, 130000000 * new.i + 100000000 + 100000, 19800000, 167772160, 0, 'cudaMemcpy_v3020');
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
		VALUES (130000000 * new.i + 100000000 + 20010000, 130000000 * new.i + 100000000 + 20016000, 9000000, CASE new.i WHEN 0 THEN 4 ELSE 100 + new.i END);
	INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (130000000 * new.i + 100000000 + 20020000, 8999000);
END;
INSERT INTO do_round WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 2) SELECT i FROM n;
