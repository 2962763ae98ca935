-- SPDX-License-Identifier: MIT
-- As fires-host-faults, but three moves answer a fault, 2 us one behind the other: pages around the one that was touched
-- come, too. A fault takes the 32 us before the first of them, in which the host stands still as well, and not 2 us.
-- budget: migration=41..42, host<=1
-- expect: severity=warning, subject=the host, cost_ns=3990000..4000000, gain=null, occurrences=300, evidence~4.69 MiB to the host
-- expect-count: 1
INSERT INTO allocation (time_ns, operation, memory_kind, size_bytes, address, device_id, is_async, correlation_id)
	VALUES (0, 1, 5, 128 << 20, 4096, 0, 0, 1);
INSERT INTO do_ten_launches (launch_shape_id) VALUES (7);
INSERT INTO migration (kind, start_ns, duration_ns, amount, cause, address, device_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 99)
	SELECT 3, 5100000 + 40000 * i, NULL, 1, 1, 4096, 0 FROM n;
INSERT INTO migration (kind, start_ns, duration_ns, amount, cause, address, device_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 299)
	SELECT 2, 5100000 + 40000 * (i / 3) + 3000 * (i % 3), 1000, 16384, 2, 4096, 0 FROM n;
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (9100000, 9106000, 500000, 7);
