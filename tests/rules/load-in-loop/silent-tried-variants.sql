-- SPDX-License-Identifier: MIT
-- Variants of a kernel are tried, and with each one four others are launched that fill, clear the cache and compare.
-- include: rebuilds.sql
INSERT INTO do_rebuild (i, others) WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i <  29) SELECT i, 4 FROM n;
