-- SPDX-License-Identifier: MIT
-- Twenty parts: the second GPU does one while the first does the next. It waits for the first part alone.
-- include: peers.sql
-- include: turns.sql
INSERT INTO do_part WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19)
	SELECT i, 100000 + 501000 * i, 500000, 605000 + 501000 * i, 500000 FROM n;
