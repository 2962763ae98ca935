-- SPDX-License-Identifier: MIT
-- Launches of 3 us, shorter than launching takes: more blocks would not make them shorter.
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 99) SELECT 5000 * i, 6000 + 5000 * i, 3000, 3 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (505000, 5000);
