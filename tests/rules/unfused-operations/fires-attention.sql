-- SPDX-License-Identifier: MIT
-- Twenty layers: product, scale, mask, softmax, cast, product. What is between the products takes 130 of 210 us; the two operations before the
-- softmax are no row beside it.
-- include: attention.sql
-- expect: severity=note, subject=attention, occurrences=80, cost_ns=2600000, headline~"80 kernels between its two matrix products", headline~"61.9 %", evidence~"20 launches", advice~scaled_dot_product_attention
-- expect-count: 1
INSERT INTO do_layer WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19), steps(place, shape, ns) AS (VALUES
	(0, 201, 40000),
	(1, 202, 30000),
	(2, 203, 30000),
	(3, 204, 40000),
	(4, 205, 30000),
	(5, 201, 40000))
	SELECT i, place, shape, ns FROM n, steps ORDER BY i, place;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (820000, 7200000);
