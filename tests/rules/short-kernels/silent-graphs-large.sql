-- SPDX-License-Identifier: MIT
-- As fires-graphs.sql, but the graph has 51 nodes: no two of them fit into a graph of a hundred.
-- include: graphs.sql
INSERT INTO do_graph (call_ns, call_duration_ns, start_ns, nodes, node_ns)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 2000 - 1)
	SELECT 35000 * i, 34000, 100000 + 44000 * i, 51, 500 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (70000000, 18100000);
