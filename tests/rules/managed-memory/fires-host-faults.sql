-- SPDX-License-Identifier: MIT
-- Ten launches of 500 us, whose pages were asked for. Behind the last the host reads the results for 4 ms: pages come
-- back one by one, 100 times 30 us and 10 us behind the one before, while it stands still, and it calls CUDA again.
-- budget: migration=41..42, host<=1
-- expect: severity=warning, subject=the host, cost_ns=3990000..4000000, gain=null, occurrences=100, evidence~6.25 MiB to the host, evidence~100 pieces
-- expect-count: 1
INSERT INTO allocation (time_ns, operation, memory_kind, size_bytes, address, device_id, is_async, correlation_id)
	VALUES (0, 1, 5, 128 << 20, 4096, 0, 0, 1);
INSERT INTO do_ten_launches (launch_shape_id) VALUES (7);
INSERT INTO migration (kind, start_ns, duration_ns, amount, cause, address, device_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 99)
	SELECT 3, 5100000 + 40000 * i, NULL, 1, 1, 4096, 0 FROM n;
INSERT INTO migration (kind, start_ns, duration_ns, amount, cause, address, device_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 99)
	SELECT 2, 5100000 + 40000 * i, 30000, 65536, 2, 4096, 0 FROM n;
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (9100000, 9106000, 500000, 7);
