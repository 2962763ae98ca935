-- SPDX-License-Identifier: MIT
-- Each thread thinks for 64 us between its requests: 27 % of the turns' time belongs to both.
-- include: shared.sql
-- expect: severity=warning, evidence~"27 %"
INSERT INTO do_request (i, pause_ns) WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 39)
	SELECT i, 64000 FROM n;
