-- SPDX-License-Identifier: MIT
-- Ten launches of 500 us; in the first 400 us of each, pages move because of faults: 40 groups of faults in 10 us each,
-- half of which are transfers of 64 KiB beside them.
-- budget: migration=79..81
-- expect: severity=warning, subject~small, cost_ns=3990000..4010000, gain=null, occurrences=10, evidence~400 groups, evidence~25.0 MiB moved
INSERT INTO allocation (time_ns, operation, memory_kind, size_bytes, address, device_id, is_async, correlation_id)
	VALUES (0, 1, 5, 128 << 20, 4096, 0, 0, 1);
INSERT INTO do_ten_launches (launch_shape_id) VALUES (7);
INSERT INTO migration (kind, start_ns, duration_ns, amount, cause, address, device_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 399)
	SELECT 4, 6000 + 501000 * (i / 40) + 10000 * (i % 40), 10000, 1, 1, 4096, 0 FROM n;
INSERT INTO migration (kind, start_ns, duration_ns, amount, cause, address, device_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 399)
	SELECT 1, 7000 + 501000 * (i / 40) + 10000 * (i % 40), 5000, 65536, 2, 4096, 0 FROM n;
