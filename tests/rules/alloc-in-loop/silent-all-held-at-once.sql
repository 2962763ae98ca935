-- SPDX-License-Identifier: MIT
-- Twenty buffers of one size, all held together: none could be used again.
-- include: allocations.sql
INSERT INTO do_allocation SELECT * FROM (
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19)
	SELECT 45000 * i, 40000, 1, 32 << 20, (1 << 30) + (i << 26), 'cudaMalloc_v3020', 0 FROM n);
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (910000, 916000, 50000, 5);
INSERT INTO do_allocation SELECT * FROM (
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19)
	SELECT 1000000 + 95000 * i, 90000, 2, 32 << 20, (1 << 30) + (i << 26), 'cudaFree_v3020', 0 FROM n);
