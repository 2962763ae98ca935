-- SPDX-License-Identifier: MIT
-- One thread with two streams in turn.
-- include: locks.sql
INSERT INTO do_turn WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 39)
	SELECT 450000 * i, 1, 11 + i % 2, 200000 FROM n;
