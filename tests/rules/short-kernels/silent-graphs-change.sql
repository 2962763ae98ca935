-- SPDX-License-Identifier: MIT
-- As fires-graphs.sql, but each launch is of a graph with other grids than the one before.
-- include: graphs.sql
INSERT INTO do_graph (call_ns, start_ns, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 2000 - 1)
	SELECT 3000 * i, 10000 + 10696 * i, 1 + i % 3 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (6000000, 15410000);
