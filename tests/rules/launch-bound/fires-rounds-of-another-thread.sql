-- SPDX-License-Identifier: MIT
-- 40 rounds of 100 kernels, each with 20 more of another thread that come at any time: those are none of its rounds.
-- include: any.sql
-- expect: severity=warning, gain_percent>=25, advice~cudaStreamBeginCapture, advice!~"from round to round"
INSERT INTO do_any WITH RECURSIVE r(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM r WHERE i < 39), n(k) AS (SELECT 0 UNION ALL SELECT k + 1 FROM n WHERE k < 240)
	SELECT 1210000 * i + 5000 * k, k = 100 + 4 * (i * i * 7 % 31) FROM r, n WHERE k <= 100 + 4 * (i * i * 7 % 31) ORDER BY 1;
UPDATE api_call SET thread_id = 2 WHERE (start_ns % 1210000) / 5000 BETWEEN 50 AND 49 + 4 * ((start_ns / 1210000) * (start_ns / 1210000) * 7 % 31);
