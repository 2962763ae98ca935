-- SPDX-License-Identifier: MIT
-- 60 rounds of 60, 80, 100 or 120 kernels, in no order that comes again, as results decide: each of the four has its graph.
-- include: any.sql
-- expect: severity=warning, gain_percent=40..80, advice~cudaStreamBeginCapture, advice!~"from round to round"
INSERT INTO do_any WITH RECURSIVE r(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM r WHERE i < 59), n(k) AS (SELECT 0 UNION ALL SELECT k + 1 FROM n WHERE k < 120)
	SELECT 610000 * i + 5000 * k, k = (60 + 20 * (i * i * 7 % 61 % 4)) FROM r, n WHERE k <= (60 + 20 * (i * i * 7 % 61 % 4)) ORDER BY 1;
