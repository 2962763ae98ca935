-- SPDX-License-Identifier: MIT
-- Graphs of twenty nodes of 2 us, whose 5.5 us before each launch are 11 % of the time: all but 0.8 us of that is the recorder's.
-- include: graphs.sql
INSERT INTO meta VALUES ('call_cost_ns', 234);
INSERT INTO do_graph (call_ns, call_duration_ns, start_ns, nodes, node_ns)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 2000 - 1)
	SELECT 40000 * i, 39000, 100000 + 50364 * i, 20, 2000 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (80000000, 20830000);
