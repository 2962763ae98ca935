-- SPDX-License-Identifier: MIT
-- Kernels of two streams, one after the other but for 25 us of each 500: they are five times slower than alone.
-- expect: severity=warning, occurrences=20
INSERT INTO allocation (time_ns, operation, memory_kind, size_bytes, address, device_id, is_async, correlation_id)
	VALUES (0, 1, 5, 128 << 20, 4096, 0, 0, 1);
INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19)
	SELECT 4000 * i, 90000 + 475000 * i, 500000, 11 + i % 2, 7 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (80000, 9537000);
INSERT INTO do_metric (launch_shape_id, name, value) VALUES (7, 'gpu__time_duration.sum', 100000);
