-- SPDX-License-Identifier: MIT
-- A library makes a kernel anew in 150 rounds of 1 ms and then in ten that come 3 ms later each: five times as long and a
-- quarter of the time; no median of both tells what the host does.
-- include: rebuilds.sql
-- expect: severity=warning, evidence~"up to 500.0 us of the host's own work 149 times, 2.500 ms or more 10 times", evidence!~"of the host's own work, then"
-- expect-count: 1
INSERT INTO do_rebuild (i, others) WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 159)
	SELECT CASE WHEN i < 150 THEN i ELSE 152 + 3 * (i - 150) END, 5 FROM n;
