-- SPDX-License-Identifier: MIT
-- Compiled in three of 400 rounds: it is 0.25 % of the time.
-- include: setups.sql
INSERT INTO do_round WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 399) SELECT i, CASE WHEN i IN (100, 200, 300) THEN 3 ELSE 1 END, 20 FROM n;
