-- SPDX-License-Identifier: MIT
-- fires-two-threads.sql, but 200 us pass from one turn to the next: no thread takes so long to wake.
-- include: locks.sql
-- expect: severity=warning, occurrences=40, cost_ns=9200000, evidence!~"between turns"
INSERT INTO do_turn WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 39)
	SELECT 630000 * i, 1 + i % 2, 11 + i % 2, 200000 FROM n;
