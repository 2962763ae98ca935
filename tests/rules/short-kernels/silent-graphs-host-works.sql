-- SPDX-License-Identifier: MIT
-- As fires-graphs.sql, with four nodes, but the host works for 12 us before each launch, hidden behind the GPU's work: it may do
-- something for the next launch, or decide whether there is one.
-- include: graphs.sql
INSERT INTO do_graph (call_ns, start_ns, nodes, node_ns)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 2000 - 1)
	SELECT 14500 * i, 60000 + 16208 * i, 4, 3500 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (29000000, 3500000);
