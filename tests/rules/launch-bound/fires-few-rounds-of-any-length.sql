-- SPDX-License-Identifier: MIT
-- fires-rounds-of-any-length.sql with 12 of its rounds: too few to say that lengths do not come again.
-- include: any.sql
-- expect: severity=warning, advice!~"The number of launches differs from round to round", advice~cudaStreamBeginCapture
UPDATE function SET name = '_ZN2at6native29vectorized_elementwise_kernelILi4EEEvv';
INSERT INTO do_any WITH RECURSIVE r(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM r WHERE i < 11), n(k) AS (SELECT 0 UNION ALL SELECT k + 1 FROM n WHERE k < 140)
	SELECT 720000 * i + 5000 * k, k = 20 + 4 * (i * i * 7 % 31) FROM r, n WHERE k <= 20 + 4 * (i * i * 7 % 31) ORDER BY 1;
