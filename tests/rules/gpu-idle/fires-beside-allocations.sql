-- SPDX-License-Identifier: MIT
-- Each step allocates for 160 us, works for 60 us on the host, and runs a kernel of 100 us, whose result is copied to
-- the host and waited for: most of each gap is alloc-in-loop's, and what the host did beside it stays.
-- expect: cost_ns=2500000..4000000, headline~waited for the GPU, evidence~"39 copies of 4 B to the host, each waited for"
-- include: allocations.sql
CREATE TEMP TABLE step(i INTEGER, start_ns INTEGER);
CREATE TEMP TRIGGER step_row AFTER INSERT ON step BEGIN
	INSERT INTO do_allocation VALUES (new.start_ns - 80000, 160000, 1, 32 << 20, 1 << 30, 'cudaMalloc_v3020', 0);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
		VALUES (new.start_ns + 141000, new.start_ns + 147000, 100000, 5);
	INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, copy_kind, is_async)
		VALUES (new.start_ns + 145000, 110000, new.start_ns + 249000, 2000, 4, 2, 0);
	INSERT INTO do_allocation VALUES (new.start_ns + 275000, 10000, 2, 32 << 20, 1 << 30, 'cudaFree_v3020', 0);
END;
INSERT INTO step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 39)
	SELECT i, 370000 * i FROM n;
