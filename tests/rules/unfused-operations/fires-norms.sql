-- SPDX-License-Identifier: MIT
-- A sum, a normalization, the cast of the next product's weights, and of its input: of the three that go through the same elements, 32, 30 and 15 us,
-- one stays. The weights are none of them.
-- include: norms.sql
-- expect: severity=note, occurrences=60, cost_ns=900000, gain=null, headline~"60 kernels", headline~"20 rows", evidence~"20 of the rows have one", advice~torch.compile()
INSERT INTO do_layer WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19), steps(place, shape, ns) AS (VALUES (0, 301, 40000), (1, 303, 32000), (2, 302, 30000), (3, 305, 11000), (4, 304, 15000), (5, 301, 40000))
	SELECT i, place, shape, ns FROM n, steps ORDER BY i, place;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (820000, 7600000);
