-- SPDX-License-Identifier: MIT
-- The turns fill half of the time; what lies between them is too long to be a thread that wakes, and costs nothing.
-- include: locks.sql
-- expect: severity=warning, occurrences=40, cost_ns=9200000, evidence!~"between turns"
INSERT INTO do_turn WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 39)
	SELECT 860000 * i, 1 + i % 2, 11 + i % 2, 200000 FROM n;
