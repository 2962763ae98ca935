-- SPDX-License-Identifier: MIT
-- 128 registers a thread: two blocks of 256 threads on an SM, 25 %. With 40 there are six, 75 %: at most two thirds of 5 ms.
-- expect: severity=note, occurrences=10, gain=null, cost_ns=3330000..3340000, headline~registers, advice~"a thread has 128; with at most 80 one more block fits on an SM, and occupancy is 38 %; with at most 40 it is 75 %", advice~"__launch_bounds__(256, 3)"
INSERT INTO launch_shape (id, function_id, grid_x, grid_y, grid_z, block_x, block_y, block_z, cluster_x, cluster_y,
	cluster_z, registers_per_thread, static_shared_bytes, dynamic_shared_bytes, shared_executed_bytes,
	shared_carveout_percent, cache_config, local_bytes_per_thread, is_shared_optin) VALUES (20, 2, 4096, 1, 1, 256, 1, 1, 0, 0, 0, 128, 0, 0, 32768, NULL, 0, 0, 0);
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 9)
	SELECT 4000 * i, 6000 + 501000 * i, 500000, 20 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (45000, 4975000);
