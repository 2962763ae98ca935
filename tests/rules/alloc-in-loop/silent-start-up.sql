-- SPDX-License-Identifier: MIT
-- A few sizes, allocated and freed three times each, by two kernels in turn: none is launched behind ten of them.
-- include: allocations.sql
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_allocation VALUES (140000 * new.i, 40000, 1, (1 + new.i % 4) << 20, 1 << 30, 'cudaMalloc_v3020', 0);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
		VALUES (140000 * new.i + 41000, 140000 * new.i + 47000, 50000, 5 + 2 * (new.i % 2));
	INSERT INTO do_allocation VALUES (140000 * new.i + 45000, 90000, 2, (1 + new.i % 4) << 20, 1 << 30, 'cudaFree_v3020', 0);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 11) SELECT i FROM n;
