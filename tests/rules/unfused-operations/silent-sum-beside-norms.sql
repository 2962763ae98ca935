-- SPDX-License-Identifier: MIT
-- A sum over another dimension before a normalization, and one behind it: each needs a kernel of its own.
-- include: norms.sql
INSERT INTO do_layer WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19), steps(place, shape, ns) AS (VALUES (0, 301, 40000), (1, 308, 40000), (2, 302, 40000), (3, 308, 40000), (4, 301, 40000))
	SELECT i, place, shape, ns FROM n, steps ORDER BY i, place;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (820000, 7600000);
