-- SPDX-License-Identifier: MIT
-- As fires-graphs.sql, from a loop that takes 7 us from one launch to the next.
-- include: graphs.sql
-- expect: severity=warning, occurrences=1960
INSERT INTO do_graph (call_ns, start_ns)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 2000 - 1)
	SELECT 9500 * i, 60000 + 10696 * i FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (19000000, 2460000);
