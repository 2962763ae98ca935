-- SPDX-License-Identifier: MIT
-- One size by cudaMalloc(), another one by cudaMallocPitch(): all calls are named.
-- expect: occurrences=76, evidence~"calls cudaMalloc, cudaFree, cudaMallocPitch"
-- expect-count: 1
-- include: allocations.sql
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_allocation VALUES (180000 * new.i, 20000, 1, 32 << 20, 1 << 30, 'cudaMalloc_v3020', 0);
	INSERT INTO do_allocation VALUES (180000 * new.i + 20000, 20000, 1, 16 << 20, 1 << 31, 'cudaMallocPitch_v3020', 0);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
		VALUES (180000 * new.i + 41000, 180000 * new.i + 47000, 50000, 5);
	INSERT INTO do_allocation VALUES (180000 * new.i + 45000, 90000, 2, 32 << 20, 1 << 30, 'cudaFree_v3020', 0);
	INSERT INTO do_allocation VALUES (180000 * new.i + 136000, 30000, 2, 16 << 20, 1 << 31, 'cudaFree_v3020', 0);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19) SELECT i FROM n;
