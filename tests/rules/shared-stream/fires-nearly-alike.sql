-- SPDX-License-Identifier: MIT
-- Two of thirty kernels of the second thread are of another function.
-- include: shared.sql
-- expect: severity=warning
INSERT INTO do_request (i, shape) WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 59)
	SELECT i, iif(i IN (21, 41), 4, 2) FROM n;
