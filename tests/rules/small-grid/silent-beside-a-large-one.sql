-- SPDX-License-Identifier: MIT
-- Grids of one warp in two streams, for as long as a third stream fills the GPU.
INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 14)
	SELECT 4000 * i, 6000 + 4000 * (i % 3) + 601000 * (i / 3), 600000, 11 + i % 3, CASE i % 3 WHEN 0 THEN 5 ELSE 1 END FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (65000, 2980000);
