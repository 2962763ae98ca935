-- SPDX-License-Identifier: MIT
-- Twenty waves of blocks, each a warp, one every 1.24 cycles.
-- expect: severity=warning, headline~"84,480 blocks"
UPDATE launch_shape SET grid_x = 84480, block_x = 32 WHERE id = 5;
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 39)
	SELECT 4000 * i, 6000 + 53900 * i, 52900, 5 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (165000, 2156000);
INSERT INTO do_metric VALUES (5, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 4),
	(5, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 10);
