-- SPDX-License-Identifier: MIT
-- fires-two-threads.sql, but for one turn in forty a thread takes the other one's stream.
-- include: locks.sql
-- expect: severity=warning, occurrences=40
INSERT INTO do_turn WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 39)
	SELECT 450000 * i, 1 + i % 2, 11 + iif(i = 21, 0, i % 2), 200000 FROM n;
