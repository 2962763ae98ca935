-- SPDX-License-Identifier: MIT
-- 300 launches, each sixth of them 145 us behind the one before: samples show the lines that launch, or a library's beside one. All of it is
-- dispatch, and goes with the launches.
-- include: dispatches.sql
-- expect: severity=warning, occurrences=299, cost_ns=9000000..11300000, gain_percent=60..95
INSERT INTO sampled_in WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 48) SELECT i, CASE WHEN i % 8 = 0 THEN 2 WHEN i % 3 = 0 THEN 4 ELSE 1 END FROM n;
