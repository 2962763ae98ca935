-- SPDX-License-Identifier: MIT
-- The turns overlap by 30 of 430 us.
-- include: locks.sql
INSERT INTO do_turn WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 39)
	SELECT 400000 * i, 1 + i % 2, 11 + i % 2, 200000 FROM n;
