-- SPDX-License-Identifier: MIT
-- As fires-host-faults, but the host works for 150 us between its faults, of which the last 50 us may be the fault.
-- budget: migration>=19, host>=50
-- expect: severity=warning, subject=the host, cost_ns=5200000, gain=null, occurrences=100, evidence~6.25 MiB to the host, evidence~100 pieces
-- expect-count: 1
INSERT INTO allocation (time_ns, operation, memory_kind, size_bytes, address, device_id, is_async, correlation_id)
	VALUES (0, 1, 5, 128 << 20, 4096, 0, 0, 1);
INSERT INTO do_ten_launches (launch_shape_id) VALUES (7);
INSERT INTO migration (kind, start_ns, duration_ns, amount, cause, address, device_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 99)
	SELECT 3, 5100000 + 202000 * i, NULL, 1, 1, 4096, 0 FROM n;
INSERT INTO migration (kind, start_ns, duration_ns, amount, cause, address, device_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 99)
	SELECT 2, 5100000 + 202000 * i, 2000, 65536, 2, 4096, 0 FROM n;
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (25300000, 25306000, 500000, 7);
