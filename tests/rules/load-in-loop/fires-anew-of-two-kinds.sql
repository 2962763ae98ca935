-- SPDX-License-Identifier: MIT
-- A library makes a kernel anew in twenty rounds of 1 ms and then in ten that come 20 ms later each: no median of both
-- tells what the host does.
-- include: rebuilds.sql
-- expect: severity=warning, evidence~"of the host's own work 19 times, 19.", evidence~"ms or more 10 times", evidence!~"of the host's own work, then"
-- expect-count: 1
INSERT INTO do_rebuild (i, others) WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i <  29)
	SELECT CASE WHEN i < 20 THEN i ELSE 20 * (i - 18) END, 5 FROM n;
