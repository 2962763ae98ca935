-- SPDX-License-Identifier: MIT
-- 20 rounds, the first of 210 kernels, each of 10 fewer than the one before.
-- include: any.sql
-- expect: severity=warning, gain=null, advice~Each round launches less than the one before, evidence~each shorter than the one before
INSERT INTO do_any WITH RECURSIVE r(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM r WHERE i < 19), n(k) AS (SELECT 0 UNION ALL SELECT k + 1 FROM n WHERE k < 210)
	SELECT 1100000 * i + 5000 * k, k = (210 - 10 * i) FROM r, n WHERE k <= (210 - 10 * i) ORDER BY 1;
