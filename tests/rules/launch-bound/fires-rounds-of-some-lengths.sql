-- SPDX-License-Identifier: MIT
-- 24 rounds of 100, 110 or 120 kernels, in turns: two in three are longer than the one before, but each length comes again.
-- include: any.sql
-- expect: severity=warning, gain_percent=40..80, advice~cudaStreamBeginCapture, evidence!~each longer
INSERT INTO do_any WITH RECURSIVE r(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM r WHERE i < 23), n(k) AS (SELECT 0 UNION ALL SELECT k + 1 FROM n WHERE k < 120)
	SELECT 610000 * i + 5000 * k, k = (100 + 10 * (i % 3)) FROM r, n WHERE k <= (100 + 10 * (i % 3)) ORDER BY 1;
