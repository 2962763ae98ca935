-- SPDX-License-Identifier: MIT
-- Rows of six launches with 145 us between them, in which the program's own line does something that launches nothing: a graph takes nothing of
-- that away.
-- include: dispatches.sql
INSERT INTO sampled_in WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 48) SELECT i, 2 FROM n;
