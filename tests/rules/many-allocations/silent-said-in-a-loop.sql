-- SPDX-License-Identifier: MIT
-- 1,000 pieces that are allocated and freed around each launch: alloc-in-loop says so.
-- include: allocations.sql
INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id) VALUES (-30000, -24000, 20000, 2, 4);
CREATE TEMP TABLE step (i INTEGER);
CREATE TEMP TRIGGER step_row AFTER INSERT ON step BEGIN
	INSERT INTO do_allocation (call_ns, call_duration_ns, operation, size_bytes, address, api) VALUES (50000 * new.i, 9000, 1, 64, 65536, 'cudaMalloc_v3020');
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id) VALUES (50000 * new.i + 10000, 50000 * new.i + 16000, 20000, 2, 4);
	INSERT INTO do_allocation (call_ns, call_duration_ns, operation, size_bytes, address, api) VALUES (50000 * new.i + 20000, 20000, 2, 64, 65536, 'cudaFree_v3020');
END;
INSERT INTO step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 999) SELECT i FROM n;
