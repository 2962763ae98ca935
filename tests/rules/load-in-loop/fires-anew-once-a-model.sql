-- SPDX-License-Identifier: MIT
-- A library tries its kernels out in the first steps of a model, which take as long as all steps that follow: those are far more
-- launches, and have none of it.
-- include: rebuilds.sql
-- expect: severity=note, occurrences=12, evidence~"not once in the last", gain=null
-- expect-count: 1
INSERT INTO do_rebuild (i, others) WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i <  12) SELECT i, 5 FROM n;
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 199)
	SELECT 13000000 + 10000 * i, 13006000 + 10000 * i, 9000, 22 FROM n;
