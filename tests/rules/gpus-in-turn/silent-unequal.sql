-- SPDX-License-Identifier: MIT
-- Twenty parts in a pipeline whose second GPU has a tenth of the work: it waits, and nothing could be won by that.
-- include: peers.sql
-- include: turns.sql
INSERT INTO do_part WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19)
	SELECT i, 100000 + 501000 * i, 500000, 605000 + 501000 * i, 50000 FROM n;
