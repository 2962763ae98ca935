-- SPDX-License-Identifier: MIT
-- The threads of fires-twenty-in-a-row.sql come behind one another four times each: phases of a program.
-- include: locks.sql
INSERT INTO do_turn WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 179)
	SELECT 450000 * i, 1 + i / 20 % 2, 11 + i / 20 % 2, 200000 FROM n;
