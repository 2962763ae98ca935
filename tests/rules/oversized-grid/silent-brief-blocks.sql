-- SPDX-License-Identifier: MIT
-- Blocks are there for half a microsecond, and nothing tells whether they have anything to do.
-- abstains: whether most blocks of
UPDATE launch_shape SET grid_x = 16384, block_x = 1024 WHERE id = 5;
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 49)
	SELECT 4000 * i, 6000 + 31000 * i, 30000, 5 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (205000, 1375000);
