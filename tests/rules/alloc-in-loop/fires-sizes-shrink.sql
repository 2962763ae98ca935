-- SPDX-License-Identifier: MIT
-- A smaller size in each step, before the same kernel, with the next one allocated before the last is freed; and two that are there from
-- before the loop to its end, which are not of it.
-- include: allocations.sql
-- expect: headline~"16 sizes of device memory were allocated and freed 16 times in all", advice~"buffers of the first size", evidence~"1.00 MiB to 16.0 MiB 16 times"
-- expect-count: 1
INSERT INTO do_allocation VALUES (-200000, 40000, 1, 77 << 20, 1 << 34, 'cudaMalloc_v3020', 0);
INSERT INTO do_allocation VALUES (-100000, 40000, 1, 99 << 20, 1 << 35, 'cudaMalloc_v3020', 0);
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_allocation VALUES (140000 * new.i, 40000, 1, (16 - new.i) << 20, 1 << 30, 'cudaMalloc_v3020', 0);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
		VALUES (140000 * new.i + 41000, 140000 * new.i + 47000, 50000, 5);
	INSERT INTO do_allocation VALUES (140000 * new.i + 45000, 90000, 2, (16 - new.i) << 20, 1 << 30, 'cudaFree_v3020', 0);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 15) SELECT i FROM n;
INSERT INTO do_allocation VALUES (2400000, 40000, 2, 99 << 20, 1 << 35, 'cudaFree_v3020', 0);
INSERT INTO do_allocation VALUES (2500000, 40000, 2, 77 << 20, 1 << 34, 'cudaFree_v3020', 0);
