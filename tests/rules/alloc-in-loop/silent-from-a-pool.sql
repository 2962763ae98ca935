-- SPDX-License-Identifier: MIT
-- Stream-ordered allocations: they take memory from a pool and wait for nothing.
-- include: allocations.sql
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_allocation VALUES (60000 * new.i, 2000, 1, 32 << 20, 1 << 30, 'cudaMallocAsync_v11020', 1);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
		VALUES (60000 * new.i + 3000, 60000 * new.i + 9000, 50000, 5);
	INSERT INTO do_allocation VALUES (60000 * new.i + 7000, 2000, 2, 32 << 20, 1 << 30, 'cudaFreeAsync_v11020', 1);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19) SELECT i FROM n;
