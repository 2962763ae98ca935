-- SPDX-License-Identifier: MIT
-- 40 rounds of 20 to 136 kernels, in no order that comes again: no graph of a whole round fits.
-- include: any.sql
-- expect: severity=warning, gain_percent>=25, advice~"The number of launches differs from round to round", advice~make_graphed_callables, advice!~cudaStreamBeginCapture, evidence!~each longer
UPDATE function SET name = '_ZN2at6native29vectorized_elementwise_kernelILi4EEEvv';
INSERT INTO do_any WITH RECURSIVE r(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM r WHERE i < 39), n(k) AS (SELECT 0 UNION ALL SELECT k + 1 FROM n WHERE k < 140)
	SELECT 720000 * i + 5000 * k, k = 20 + 4 * (i * i * 7 % 31) FROM r, n WHERE k <= 20 + 4 * (i * i * 7 % 31) ORDER BY 1;
