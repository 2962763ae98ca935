-- SPDX-License-Identifier: MIT
-- As fires-graphs.sql, but the kernels run 18 us each: beside them the way to a graph is 3 % of the time.
-- include: graphs.sql
INSERT INTO do_graph (call_ns, start_ns, node_ns)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 2000 - 1)
	SELECT 3000 * i, 10000 + 37696 * i, 18000 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (6000000, 69410000);
