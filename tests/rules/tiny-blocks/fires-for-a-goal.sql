-- SPDX-License-Identifier: MIT
-- The launches of fires-one-warp.sql with 40 registers: larger blocks reach 75 % of the warps, not all, and a third of the
-- time at most is won.
-- expect: severity=warning, cost_ns=1660000..1670000, advice~"from 50 % to 75 %", not_predicted~"at most 1.66"
INSERT INTO launch_shape (id, function_id, grid_x, grid_y, grid_z, block_x, block_y, block_z, cluster_x, cluster_y,
	cluster_z, registers_per_thread, static_shared_bytes, dynamic_shared_bytes, shared_executed_bytes,
	shared_carveout_percent, cache_config, local_bytes_per_thread, is_shared_optin) VALUES (20, 2, 32768, 1, 1, 32, 1, 1, 0, 0, 0, 40, 0, 0, 32768, NULL, 0, 0, 0);
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 9)
	SELECT 4000 * i, 6000 + 501000 * i, 500000, 20 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (45000, 4975000);
