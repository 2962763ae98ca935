-- SPDX-License-Identifier: MIT
-- As fires-beside-loads.sql, but eighty pauses a load may be what making and destroying what is loaded takes.
-- include: rebuilds.sql
-- include: pauses.sql
INSERT INTO do_pauses (i, small) WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 11) SELECT i, 80 FROM n;
