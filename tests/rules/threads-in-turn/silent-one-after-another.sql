-- SPDX-License-Identifier: MIT
-- Five turns of a thread, then five of the other one.
-- include: locks.sql
INSERT INTO do_turn WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 39)
	SELECT 450000 * i, 1 + i / 5 % 2, 11 + i / 5 % 2, 200000 FROM n;
