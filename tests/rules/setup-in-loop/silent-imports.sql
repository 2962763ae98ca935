-- SPDX-License-Identifier: MIT
-- A compiler is imported, in pieces.
-- include: setups.sql
INSERT INTO do_round WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 29) SELECT i, 7, 20 FROM n;
