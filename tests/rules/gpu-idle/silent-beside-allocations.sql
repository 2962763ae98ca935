-- SPDX-License-Identifier: MIT
-- fires-beside-allocations.sql without that copy: the host waits in cudaFree() alone. Without it the host is ahead of
-- the GPU, and nothing of the gaps stays.
-- include: allocations.sql
CREATE TEMP TABLE step(i INTEGER, start_ns INTEGER);
CREATE TEMP TRIGGER step_row AFTER INSERT ON step BEGIN
	INSERT INTO do_allocation VALUES (new.start_ns - 80000, 160000, 1, 32 << 20, 1 << 30, 'cudaMalloc_v3020', 0);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
		VALUES (new.start_ns + 141000, new.start_ns + 147000, 100000, 5);
	INSERT INTO do_allocation VALUES (new.start_ns + 275000, 10000, 2, 32 << 20, 1 << 30, 'cudaFree_v3020', 0);
END;
INSERT INTO step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 39)
	SELECT i, 370000 * i FROM n;
