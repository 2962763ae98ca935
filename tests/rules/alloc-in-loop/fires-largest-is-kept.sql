-- SPDX-License-Identifier: MIT
-- Another size in each step, and the largest one's calls take 2 ms each: it would be kept, so that they are not counted.
-- include: allocations.sql
-- expect: occurrences=21, cost_ns=840000..1400000
-- expect-count: 1
CREATE TEMP TABLE do_step (i INTEGER, ns INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_allocation VALUES (140000 * new.i + 4000000 * (new.i > 5), 40000 + new.ns, 1, (CASE new.i WHEN 5 THEN 100 ELSE 1 + new.i END) << 20, 1 << 30, 'cudaMalloc_v3020', 0);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
		VALUES (140000 * new.i + 4000000 * (new.i > 5) + new.ns + 41000, 140000 * new.i + 4000000 * (new.i > 5) + new.ns + 47000, 50000, 5);
	INSERT INTO do_allocation VALUES (140000 * new.i + 4000000 * (new.i > 5) + new.ns + 45000, 90000 + new.ns, 2, (CASE new.i WHEN 5 THEN 100 ELSE 1 + new.i END) << 20, 1 << 30, 'cudaFree_v3020', 0);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 11)
	SELECT i, CASE i WHEN 5 THEN 2000000 ELSE 0 END FROM n;
