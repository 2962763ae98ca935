-- SPDX-License-Identifier: MIT
-- The gradient of a softmax between two products, of which no attention was computed.
-- include: attention.sql
INSERT INTO do_layer WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19), steps(place, shape, ns) AS (VALUES
	(0, 201, 40000),
	(1, 207, 40000),
	(2, 202, 30000),
	(3, 201, 40000))
	SELECT i, place, shape, ns FROM n, steps ORDER BY i, place;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (820000, 7200000);
