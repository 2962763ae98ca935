-- SPDX-License-Identifier: MIT
-- Both GPUs work at the same time, and meet after each step: the second one, which is faster, waits for the first.
-- include: peers.sql
-- include: turns.sql
INSERT INTO do_part WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19)
	SELECT i, 100000 + 510000 * i, 500000, 612000 + 510000 * i, 400000 FROM n;
