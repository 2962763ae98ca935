-- SPDX-License-Identifier: MIT
-- 200 rounds of 90 to 100 kernels, in no order that comes again: any of eleven lengths may be next, and none is usual.
-- include: any.sql
-- expect: severity=warning, advice~"The number of launches differs from round to round"
INSERT INTO do_any WITH RECURSIVE r(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM r WHERE i < 199), n(k) AS (SELECT 0 UNION ALL SELECT k + 1 FROM n WHERE k < 100)
	SELECT 510000 * i + 5000 * k, k = (90 + i * i * 7 % 1009 % 11) FROM r, n WHERE k <= (90 + i * i * 7 % 1009 % 11) ORDER BY 1;
