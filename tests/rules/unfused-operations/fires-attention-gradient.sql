-- SPDX-License-Identifier: MIT
-- Attention with its gradient: product, gradient of the softmax, scale, product.
-- include: attention.sql
-- expect: subject=attention, occurrences=80, cost_ns=2600000
-- expect-count: 1
INSERT INTO do_layer WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19), steps(place, shape, ns) AS (VALUES
	(0, 201, 40000),
	(1, 203, 30000),
	(2, 204, 40000),
	(3, 201, 40000),
	(4, 201, 40000),
	(5, 207, 40000),
	(6, 202, 20000),
	(7, 201, 40000))
	SELECT i, place, shape, ns FROM n, steps ORDER BY i, place;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (820000, 7200000);
