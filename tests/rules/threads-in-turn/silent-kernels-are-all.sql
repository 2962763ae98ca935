-- SPDX-License-Identifier: MIT
-- Kernels take more than 90 % of the turns.
-- include: locks.sql
INSERT INTO do_turn WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 39)
	SELECT 2800000 * i, 1 + i % 2, 11 + i % 2, 2500000 FROM n;
