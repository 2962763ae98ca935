-- SPDX-License-Identifier: MIT
-- The same, but the line that launches calls NumPy in the pauses.
-- include: dispatches.sql
INSERT INTO sampled_in WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 48) SELECT i, 5 FROM n;
