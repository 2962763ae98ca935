-- SPDX-License-Identifier: MIT
-- As fires-graphs.sql, but two launches after one another never have as many nodes.
-- include: graphs.sql
INSERT INTO do_graph (call_ns, start_ns, nodes)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 2000 - 1)
	SELECT 3000 * i, 10000 + 5940 * i + 4756 * ((i + 1) / 2), 2 - i % 2 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (6000000, 10660000);
