-- SPDX-License-Identifier: MIT
-- The turns overlap by 20 of 430 us, less than a twentieth: a lock that is given up before the wait ends.
-- include: locks.sql
-- expect: severity=warning, occurrences=40
INSERT INTO do_turn WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 39)
	SELECT 410000 * i, 1 + i % 2, 11 + i % 2, 200000 FROM n;
