-- SPDX-License-Identifier: MIT
-- All samples are at the line that launches, but nine tell little of what the pauses are.
-- include: dispatches.sql
INSERT INTO sampled_in WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 8) SELECT 5 * i, 1 FROM n;
