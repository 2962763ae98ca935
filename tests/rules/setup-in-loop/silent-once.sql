-- SPDX-License-Identifier: MIT
-- Compiled once, for 500 ms, and used 40 times.
-- include: setups.sql
INSERT INTO do_round WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 4) SELECT i, 3, 0 FROM n;
INSERT INTO do_round WITH RECURSIVE n(i) AS (SELECT 5 UNION ALL SELECT i + 1 FROM n WHERE i < 44) SELECT i, 1, 20 FROM n;
