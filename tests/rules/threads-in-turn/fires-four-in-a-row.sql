-- SPDX-License-Identifier: MIT
-- Four turns of a thread, then four of the other one: the lock is not fair.
-- include: locks.sql
-- expect: severity=warning, occurrences=41
INSERT INTO do_turn WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 40)
	SELECT 450000 * i, 1 + i / 4 % 2, 11 + i / 4 % 2, 200000 FROM n;
