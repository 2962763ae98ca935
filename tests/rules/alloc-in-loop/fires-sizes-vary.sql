-- SPDX-License-Identifier: MIT
-- Another size in each step, before the same kernel: the largest would be kept, and the first call may have started CUDA; and some that were allocated before another one, as set up.
-- include: allocations.sql
-- expect: occurrences=21, headline~"12 sizes of device memory were allocated and freed 12 times in all", evidence~"1.00 MiB to 12.0 MiB 12 times"
-- expect-count: 1
CREATE TEMP TABLE do_step (i INTEGER, shape INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_allocation VALUES (140000 * new.i, 40000, 1, (1 + new.i) << 20, 1 << 30, 'cudaMalloc_v3020', 0);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
		VALUES (140000 * new.i + 41000, 140000 * new.i + 47000, 50000, new.shape);
	INSERT INTO do_allocation VALUES (140000 * new.i + 45000, 90000, 2, (1 + new.i) << 20, 1 << 30, 'cudaFree_v3020', 0);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 17)
	SELECT i, CASE WHEN i < 12 THEN 5 ELSE 7 END FROM n;
