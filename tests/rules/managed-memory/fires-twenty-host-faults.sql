-- SPDX-License-Identifier: MIT
-- As fires-host-faults, but there are twenty faults, 10 us of the host before the moves of each. That all of them came so
-- close tells that the host did little but wait for pages: it could have had all 800 us, not the moves' 600 us alone.
-- expect: severity=warning, subject=the host, cost_ns=790000..800000, gain=null, occurrences=20, evidence~1.25 MiB to the host, evidence~20 pieces
-- expect-count: 1
INSERT INTO allocation (time_ns, operation, memory_kind, size_bytes, address, device_id, is_async, correlation_id)
	VALUES (0, 1, 5, 128 << 20, 4096, 0, 0, 1);
INSERT INTO do_ten_launches (launch_shape_id) VALUES (7);
INSERT INTO migration (kind, start_ns, duration_ns, amount, cause, address, device_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19)
	SELECT 3, 5100000 + 40000 * i, NULL, 1, 1, 4096, 0 FROM n;
INSERT INTO migration (kind, start_ns, duration_ns, amount, cause, address, device_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19)
	SELECT 2, 5100000 + 40000 * i, 30000, 65536, 2, 4096, 0 FROM n;
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (5900000, 5906000, 500000, 7);
