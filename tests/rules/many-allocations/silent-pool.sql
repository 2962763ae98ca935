-- SPDX-License-Identifier: MIT
-- As many pieces from a pool.
-- include: allocations.sql
INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id) VALUES (-30000, -24000, 20000, 2, 4);
INSERT INTO do_allocation (call_ns, call_duration_ns, operation, size_bytes, address, api, is_async)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 1999) SELECT 10000 * i, 9000, 1, 64, 65536 * (i + 1), 'cudaMallocAsync_v11020', 1 FROM n;
INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id) VALUES (20000000, 20006000, 2000000, 2, 4);
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (20010000, 2000000);
