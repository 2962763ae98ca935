-- SPDX-License-Identifier: MIT
-- Four streams of grids of 132 blocks at the same time, four blocks on an SM. Counters are of a launch alone, whose one block on
-- an SM issues in 30 % of the cycles; the samples are of the run, in which a scheduler always has a warp that can issue.
INSERT INTO launch_shape (id, function_id, grid_x, grid_y, grid_z, block_x, block_y, block_z, cluster_x, cluster_y,
	cluster_z, registers_per_thread, static_shared_bytes, dynamic_shared_bytes, shared_executed_bytes,
	shared_carveout_percent, cache_config, local_bytes_per_thread, is_shared_optin) VALUES
	(100, 1, 132, 1, 1, 256, 1, 1, 0, 0, 0, 32, 0, 0, 32768, NULL, 0, 0, 0);
INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 39)
	SELECT 4000 * i, 20000 + 501000 * (i / 4) + 4000 * (i % 4), 480000, 11 + i % 4, 100 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (170000, 4900000);
INSERT INTO do_metric VALUES (100, 'sm__inst_issued.avg.pct_of_peak_sustained_active', 30);
INSERT INTO do_sample VALUES (1, 368, 'wait', 600, 100), (1, 240, 'long_scoreboard', 150, 20), (1, 0, 'selected', 250, 0);
