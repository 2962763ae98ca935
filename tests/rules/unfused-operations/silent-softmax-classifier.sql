-- SPDX-License-Identifier: MIT
-- A classifier: a product, a scale, a softmax, and at once the cast and the product of the next batch. Each of the operations on elements stands alone.
-- include: attention.sql
INSERT INTO do_layer WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19), steps(place, shape, ns) AS (VALUES
	(0, 201, 40000),
	(1, 202, 30000),
	(2, 204, 40000),
	(3, 205, 30000),
	(4, 201, 40000))
	SELECT i, place, shape, ns FROM n, steps ORDER BY i, place;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (820000, 7200000);
