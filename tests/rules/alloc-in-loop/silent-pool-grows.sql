-- SPDX-License-Identifier: MIT
-- Twenty buffers from a pool that has none yet, all held together: it has to ask the driver for each of them.
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
	SELECT 70000 * i, 65000, 1, 32 << 20, (1 << 30) + (i << 26), 'cudaMallocAsync_v11020', 1 FROM n);
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (1410000, 1416000, 50000, 5);
INSERT INTO do_allocation SELECT * FROM (
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19)
	SELECT 1500000 + 5000 * i, 2000, 2, 32 << 20, (1 << 30) + (i << 26), 'cudaFreeAsync_v11020', 1 FROM n);
