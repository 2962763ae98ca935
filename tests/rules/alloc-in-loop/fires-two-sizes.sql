-- SPDX-License-Identifier: MIT
-- Twenty times two sizes, which are one finding.
-- expect: occurrences=76, headline~"2 sizes of device memory were allocated and freed 20 times each", evidence~"32.0 MiB 20 times", evidence~"16.0 MiB 20 times"
-- expect-count: 1
-- include: allocations.sql
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_allocation VALUES (180000 * new.i, 20000, 1, 32 << 20, 1 << 30, 'cudaMalloc_v3020', 0);
	INSERT INTO do_allocation VALUES (180000 * new.i + 20000, 20000, 1, 16 << 20, 1 << 31, 'cudaMalloc_v3020', 0);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
		VALUES (180000 * new.i + 41000, 180000 * new.i + 47000, 50000, 5);
	INSERT INTO do_allocation VALUES (180000 * new.i + 45000, 90000, 2, 32 << 20, 1 << 30, 'cudaFree_v3020', 0);
	INSERT INTO do_allocation VALUES (180000 * new.i + 136000, 30000, 2, 16 << 20, 1 << 31, 'cudaFree_v3020', 0);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19) SELECT i FROM n;
