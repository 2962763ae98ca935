-- SPDX-License-Identifier: MIT
-- fires-two-threads.sql, but it takes 60 us until the next thread is awake: that is lost as well.
-- include: locks.sql
-- expect: severity=warning, occurrences=40, cost_ns=11540000, evidence~"between turns 2.340 ms"
INSERT INTO do_turn WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 39)
	SELECT 490000 * i, 1 + i % 2, 11 + i % 2, 200000 FROM n;
