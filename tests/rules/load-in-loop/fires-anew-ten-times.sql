-- SPDX-License-Identifier: MIT
-- Ten times after the first one.
-- include: rebuilds.sql
-- expect: severity=warning, occurrences=10
-- expect-count: 1
INSERT INTO do_rebuild (i, others) WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i <  10) SELECT i, 5 FROM n;
