-- SPDX-License-Identifier: MIT
-- Five waves of blocks, each a warp, one every 1.24 cycles: so few that starting them is no more than any kernel has.
UPDATE launch_shape SET grid_x = 21120, block_x = 32 WHERE id = 5;
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 39)
	SELECT 4000 * i, 6000 + 14200 * i, 13200, 5 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (165000, 410000);
INSERT INTO do_metric VALUES (5, 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 4),
	(5, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed', 10);
