-- SPDX-License-Identifier: MIT
-- A line compiles three times.
-- include: setups.sql
-- expect: severity=warning, cost_ns=99000000..101000000, occurrences=2
-- expect-count: 1
INSERT INTO do_round WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 9) SELECT i, CASE WHEN i % 4 = 0 THEN 3 ELSE 1 END, 20 FROM n;
