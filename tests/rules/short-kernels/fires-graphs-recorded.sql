-- SPDX-License-Identifier: MIT
-- As fires-graphs.sql, with what recording cost known: 618 ns before each launch, and next to all between the nodes.
-- include: graphs.sql
-- expect: severity=warning, occurrences=1960, cost_ns=1500000..1600000, gain_ns=1400000..1600000, headline~"1.440 us", evidence~"without what recording adds"
INSERT INTO meta VALUES ('call_cost_ns', 234);
INSERT INTO do_graph (call_ns, start_ns)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 2000 - 1)
	SELECT 3000 * i, 10000 + 10696 * i FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (6000000, 15410000);
