-- SPDX-License-Identifier: MIT
-- Twenty buffers of one size, all held together: none could be used again.
CREATE TEMP TABLE do_allocation (call_ns INTEGER, call_duration_ns INTEGER, operation INTEGER, size_bytes INTEGER,
	address INTEGER, api TEXT, is_async INTEGER DEFAULT 0);
CREATE TEMP TRIGGER do_allocation_row AFTER INSERT ON do_allocation BEGIN
	INSERT INTO do_call (call_ns, call_duration_ns, api) VALUES (new.call_ns, new.call_duration_ns, new.api);
	INSERT INTO allocation (time_ns, operation, memory_kind, size_bytes, address, device_id, is_async, correlation_id)
		VALUES (new.call_ns + 1000, new.operation, 3, new.size_bytes, new.address, 0, new.is_async,
			(SELECT max(id) FROM api_call));
END;
INSERT INTO do_allocation SELECT * FROM (
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19)
	SELECT 45000 * i, 40000, 1, 32 << 20, (1 << 30) + (i << 26), 'cudaMalloc_v3020', 0 FROM n);
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (910000, 916000, 50000, 5);
INSERT INTO do_allocation SELECT * FROM (
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19)
	SELECT 1000000 + 95000 * i, 90000, 2, 32 << 20, (1 << 30) + (i << 26), 'cudaFree_v3020', 0 FROM n);
