-- SPDX-License-Identifier: MIT
-- Twenty turns of a thread, then twenty of the other one, ten times over: a lock that the one which gave it up takes again.
-- include: locks.sql
-- expect: severity=warning, occurrences=400
INSERT INTO do_turn WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 399)
	SELECT 450000 * i, 1 + i / 20 % 2, 11 + i / 20 % 2, 200000 FROM n;
