-- SPDX-License-Identifier: MIT
-- Twelve rounds that end in cudaDeviceReset(), and begin with a hundred small allocations: CUDA starts in the first of them, and that is what
-- takes long.
-- include: allocations.sql
-- include: resets.sql
INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id) VALUES (-30000, -24000, 20000, 2, 4);
CREATE TEMP TABLE step (i INTEGER);
CREATE TEMP TRIGGER step_row AFTER INSERT ON step BEGIN
	INSERT INTO do_reset (call_ns, context_id, malloc_ns) VALUES (220000000 * new.i, 1 + new.i, 5000);
	INSERT INTO do_allocation (call_ns, call_duration_ns, operation, size_bytes, address, api)
		WITH RECURSIVE n(k) AS (SELECT 0 UNION ALL SELECT k + 1 FROM n WHERE k < 99)
		SELECT 220000000 * new.i + 201000000 + CASE WHEN k THEN 150000000 ELSE 0 END + 6000 * k, CASE WHEN k THEN 5000 ELSE 150000000 END, 1, 64,
			8388608 + 4096 * k, 'cudaMalloc_v3020' FROM n WHERE new.i < 22;
END;
INSERT INTO step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 2 FROM n WHERE i < 22) SELECT i FROM n;
