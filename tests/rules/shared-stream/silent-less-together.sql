-- SPDX-License-Identifier: MIT
-- Each thread thinks for 70 us between its requests: 23 % of the turns' time belongs to both.
-- include: shared.sql
INSERT INTO do_request (i, pause_ns) WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 39)
	SELECT i, 70000 FROM n;
