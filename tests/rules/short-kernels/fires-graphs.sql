-- SPDX-License-Identifier: MIT
-- A graph of two kernels of 4.5 us, launched 2,000 times, long before the GPU gets to it: from one to the next it needs 1.44 us,
-- within the graph 256 ns. Fifty launches fit into a graph of 100 nodes: 1,960 gaps, of which 1.18 us each are won.
-- include: graphs.sql
-- expect: severity=warning, subject="CUDA graphs", occurrences=1960, cost_ns=2250000..2350000, gain_ns=2100000..2200000, headline~"1,960 launches of CUDA graphs of 2 nodes each run 9.256 us", headline~"1.440 us to get to it", evidence~"272 ns", advice~"several iterations in one graph"
-- expect-count: 1
INSERT INTO do_graph (call_ns, start_ns)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 2000 - 1)
	SELECT 3000 * i, 10000 + 10696 * i FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (6000000, 15410000);
