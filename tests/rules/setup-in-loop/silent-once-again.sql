-- SPDX-License-Identifier: MIT
-- A line compiles twice.
-- include: setups.sql
INSERT INTO do_round WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 39) SELECT i, CASE WHEN i IN (0, 20) THEN 3 ELSE 1 END, 20 FROM n;
