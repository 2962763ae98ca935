-- SPDX-License-Identifier: MIT
-- The same, but in one of three pauses the line is one that launches nothing.
-- include: dispatches.sql
INSERT INTO sampled_in WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 48) SELECT i, 1 + (i % 3 = 0) FROM n;
