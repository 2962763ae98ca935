-- SPDX-License-Identifier: MIT
-- Each step allocates for 20 us, launches seven kernels of 1 us, one every 6 us, and frees for 10 us: rows too short for a graph, and
-- the allocations cost as much as the gaps between their launches.
-- expect: severity=note, headline~"launching takes longer than running", advice~"First take out the allocations and waits"
-- include: allocations.sql
-- options: --rule alloc-in-loop
CREATE TEMP TABLE step(start_ns INTEGER);
CREATE TEMP TRIGGER step_row AFTER INSERT ON step BEGIN
	INSERT INTO do_allocation VALUES (new.start_ns, 20000, 1, 32 << 20, 1 << 30, 'cudaMalloc_v3020', 0);
	INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns)
		WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 6)
		SELECT new.start_ns + 20500 + 6000 * i, 5600, new.start_ns + 27500 + 6000 * i, 1000 FROM n;
	INSERT INTO do_allocation VALUES (new.start_ns + 62600, 10000, 2, 32 << 20, 1 << 30, 'cudaFree_v3020', 0);
END;
INSERT INTO step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 99) SELECT 73000 * i FROM n;
