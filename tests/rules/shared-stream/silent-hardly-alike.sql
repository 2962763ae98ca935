-- SPDX-License-Identifier: MIT
-- Four of thirty kernels of the second thread are of another function: it may do something with the first one's results.
-- include: shared.sql
INSERT INTO do_request (i, shape) WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 59)
	SELECT i, iif(i IN (21, 31, 41, 51), 4, 2) FROM n;
