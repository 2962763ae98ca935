-- SPDX-License-Identifier: MIT
-- Pages moved because the program asked for it, beside kernels: nothing was held. What is slower than measured has
-- other reasons, since the pages are known.
INSERT INTO allocation (time_ns, operation, memory_kind, size_bytes, address, device_id, is_async, correlation_id)
	VALUES (0, 1, 5, 128 << 20, 4096, 0, 0, 1);
INSERT INTO do_ten_launches (launch_shape_id) VALUES (7);
INSERT INTO do_metric (launch_shape_id, name, value) VALUES (7, 'gpu__time_duration.sum', 100000);
INSERT INTO migration (kind, start_ns, duration_ns, amount, cause, address, device_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 99)
	SELECT 1, 7000 + 50000 * i, 40000, 2 << 20, 1, 4096, 0 FROM n;
