-- SPDX-License-Identifier: MIT
-- A graph of one kernel: what there is from node to node no graph of the trace shows, but is known of this GPU.
-- include: graphs.sql
-- expect: severity=warning, occurrences=1980, cost_ns=2350000..2450000, gain_ns=2300000..2450000, headline~"graphs of 1 node each", evidence~"224 ns"
INSERT INTO do_graph (call_ns, start_ns, nodes)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 2000 - 1)
	SELECT 3000 * i, 10000 + 5940 * i, 1 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (6000000, 5900000);
