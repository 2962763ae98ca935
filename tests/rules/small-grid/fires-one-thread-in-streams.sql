-- SPDX-License-Identifier: MIT
-- Grids of one warp in eight streams, all at the same time: eight of 132 SMs have something to do.
-- expect: severity=warning, cost_ns=2700000..2850000, headline~"with one warp", headline~"124 of 132 SMs", advice~many threads
INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 39) SELECT 4000 * i, 6000 + 4000 * (i % 8) + 601000 * (i / 8), 600000, 11 + i % 8, 1 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (165000, 2880000);
