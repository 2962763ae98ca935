-- SPDX-License-Identifier: MIT
-- 20 rounds of 101 to 119 kernels behind one of 10: padded to one size, they are hardly longer.
-- include: any.sql
-- expect: severity=warning, gain_percent=40..80, advice~cudaStreamBeginCapture, evidence!~each longer
INSERT INTO do_any WITH RECURSIVE r(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM r WHERE i < 19), n(k) AS (SELECT 0 UNION ALL SELECT k + 1 FROM n WHERE k < 120)
	SELECT 610000 * i + 5000 * k, k = (CASE i WHEN 0 THEN 10 ELSE 100 + i END) FROM r, n WHERE k <= (CASE i WHEN 0 THEN 10 ELSE 100 + i END) ORDER BY 1;
