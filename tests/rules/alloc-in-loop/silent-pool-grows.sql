-- SPDX-License-Identifier: MIT
-- Twenty buffers from a pool that has none yet, all held together: it has to ask the driver for each of them.
-- include: allocations.sql
INSERT INTO do_allocation SELECT * FROM (
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19)
	SELECT 70000 * i, 65000, 1, 32 << 20, (1 << 30) + (i << 26), 'cudaMallocAsync_v11020', 1 FROM n);
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (1410000, 1416000, 50000, 5);
INSERT INTO do_allocation SELECT * FROM (
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19)
	SELECT 1500000 + 5000 * i, 2000, 2, 32 << 20, (1 << 30) + (i << 26), 'cudaFreeAsync_v11020', 1 FROM n);
