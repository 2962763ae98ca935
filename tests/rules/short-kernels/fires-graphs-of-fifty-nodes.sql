-- SPDX-License-Identifier: MIT
-- Graphs of fifty short nodes that start late: two of them fit into one, and each second launch is won.
-- include: graphs.sql
-- expect: severity=warning, occurrences=1000, cost_ns=5100000..5300000, gain_ns=4900000..5300000, headline~"50 nodes"
INSERT INTO do_graph (call_ns, call_duration_ns, start_ns, nodes, node_ns)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 2000 - 1)
	SELECT 35000 * i, 34000, 100000 + 43000 * i, 50, 500 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (70000000, 16100000);
