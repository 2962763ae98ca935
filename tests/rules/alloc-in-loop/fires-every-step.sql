-- SPDX-License-Identifier: MIT
-- Twenty times: allocate 32 MiB (40 us), a kernel of 50 us, free (waits for it). Kept: once.
-- expect: severity=warning, occurrences=38, cost_ns=1500000..2500000, gain_percent=40..70, headline~32.0 MiB, evidence~"for another 950.0 us of that a GPU was at work", evidence~"launched behind each of these allocations"
-- include: allocations.sql
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_allocation VALUES (140000 * new.i, 40000, 1, 32 << 20, 1 << 30, 'cudaMalloc_v3020', 0);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
		VALUES (140000 * new.i + 41000, 140000 * new.i + 47000, 50000, 5);
	INSERT INTO do_allocation VALUES (140000 * new.i + 45000, 90000, 2, 32 << 20, 1 << 30, 'cudaFree_v3020', 0);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19) SELECT i FROM n;
