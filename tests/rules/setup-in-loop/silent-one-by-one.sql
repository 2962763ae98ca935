-- SPDX-License-Identifier: MIT
-- A line runs single operations outside of jit: each is compiled, and launched with little else.
-- include: setups.sql
INSERT INTO do_round WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 29) SELECT i, 3, 9 FROM n;
