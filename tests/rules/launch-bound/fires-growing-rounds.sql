-- SPDX-License-Identifier: MIT
-- 20 rounds, the first of 20 kernels, each of 10 more than the one before, one wait behind each,
-- from which the next one begins: no graph fits two of them.
-- include: any.sql
-- expect: severity=warning, cost_ns=8000000..10000000, gain=null, advice~Each round launches more than the one before, advice!~cudaStreamBeginCapture, evidence~"19, each longer than the one before: 30 operations in the first, 210 operations in the last"
INSERT INTO do_any WITH RECURSIVE r(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM r WHERE i < 19), n(k) AS (SELECT 0 UNION ALL SELECT k + 1 FROM n WHERE k < 210)
	SELECT 1100000 * i + 5000 * k, k = (20 + 10 * i) FROM r, n WHERE k <= (20 + 10 * i) ORDER BY 1;
