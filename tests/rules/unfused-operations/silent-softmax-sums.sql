-- SPDX-License-Identifier: MIT
-- Results of a masked softmax are added up before the next product: nothing that one kernel of attention does.
-- include: attention.sql
INSERT INTO do_layer WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19), steps(place, shape, ns) AS (VALUES
	(0, 201, 40000),
	(1, 203, 30000),
	(2, 204, 40000),
	(3, 209, 30000),
	(4, 201, 40000))
	SELECT i, place, shape, ns FROM n, steps ORDER BY i, place;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (820000, 7200000);
