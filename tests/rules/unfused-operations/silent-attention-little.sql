-- SPDX-License-Identifier: MIT
-- What is between the products takes 4.5 % of the time in which the GPU is busy.
-- include: attention.sql
INSERT INTO do_layer WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19), steps(place, shape, ns) AS (VALUES
	(0, 201, 38000),
	(1, 201, 38000),
	(2, 201, 38000),
	(3, 201, 38000),
	(4, 201, 38000),
	(5, 201, 38000),
	(6, 203, 3000),
	(7, 204, 8000),
	(8, 201, 4000))
	SELECT i, place, shape, ns FROM n, steps ORDER BY i, place;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (820000, 7200000);
