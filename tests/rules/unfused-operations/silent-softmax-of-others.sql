-- SPDX-License-Identifier: MIT
-- A softmax of 13,312 rows, and the cast of 6,553,600 elements, which are no whole rows of it.
-- include: norms.sql
INSERT INTO do_layer WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19), steps(place, shape, ns) AS (VALUES (0, 301, 40000), (1, 309, 40000), (2, 305, 40000), (3, 301, 40000))
	SELECT i, place, shape, ns FROM n, steps ORDER BY i, place;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (820000, 7600000);
