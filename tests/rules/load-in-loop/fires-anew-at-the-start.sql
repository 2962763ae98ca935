-- SPDX-License-Identifier: MIT
-- As fires-anew, and then nothing is made in the last third of the launches, which a longer run repeats.
-- include: rebuilds.sql
-- expect: severity=note, occurrences=29, evidence~"not once in the last", gain=null
-- expect-count: 1
INSERT INTO do_rebuild (i, others) WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i <  29) SELECT i, 5 FROM n;
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 159)
	SELECT 30000000 + 100000 * i, 30006000 + 100000 * i, 90000, 22 FROM n;
