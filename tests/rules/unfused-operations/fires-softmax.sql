-- SPDX-License-Identifier: MIT
-- A softmax of 13,312 rows of 640 elements, scaled before and cast behind: as many elements as 6,656 rows of 1,280.
-- include: norms.sql
-- expect: severity=note, occurrences=60, cost_ns=1400000, headline~"20 rows"
INSERT INTO do_layer WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19), steps(place, shape, ns) AS (VALUES (0, 301, 40000), (1, 303, 30000), (2, 309, 40000), (3, 304, 40000), (4, 301, 40000))
	SELECT i, place, shape, ns FROM n, steps ORDER BY i, place;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (820000, 7600000);
