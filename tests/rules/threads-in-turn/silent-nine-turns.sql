-- SPDX-License-Identifier: MIT
-- Nine turns of one thread, ten of the other: only one has a loop.
-- include: locks.sql
INSERT INTO do_turn WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 18)
	SELECT 450000 * i, 1 + i % 2, 11 + i % 2, 200000 FROM n;
