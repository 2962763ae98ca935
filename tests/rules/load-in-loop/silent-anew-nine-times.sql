-- SPDX-License-Identifier: MIT
-- Nine times after the first one.
-- include: rebuilds.sql
INSERT INTO do_rebuild (i, others) WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i <  9) SELECT i, 5 FROM n;
