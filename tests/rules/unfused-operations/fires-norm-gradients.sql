-- SPDX-License-Identifier: MIT
-- The same of gradients: a cast, the gradient of the normalization, that of its weights, which are sums over all rows, and a sum of two arrays.
-- include: norms.sql
-- expect: severity=note, occurrences=60, cost_ns=1300000, headline~"20 rows"
INSERT INTO do_layer WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19), steps(place, shape, ns) AS (VALUES (0, 301, 40000), (1, 304, 25000), (2, 306, 40000), (3, 307, 40000), (4, 303, 50000), (5, 301, 40000))
	SELECT i, place, shape, ns FROM n, steps ORDER BY i, place;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (820000, 7600000);
