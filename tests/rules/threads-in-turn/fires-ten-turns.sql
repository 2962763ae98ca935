-- SPDX-License-Identifier: MIT
-- Ten turns of each thread.
-- include: locks.sql
-- expect: severity=warning, occurrences=20
INSERT INTO do_turn WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19)
	SELECT 450000 * i, 1 + i % 2, 11 + i % 2, 200000 FROM n;
