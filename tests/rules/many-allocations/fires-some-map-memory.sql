-- SPDX-License-Identifier: MIT
-- 1,000 pieces of 32 KiB, before any work of the GPU. CUDA starts in the first call, 200 ms, and ends that in the second, 3 ms: they count as any other. For each fiftieth the driver maps more memory:
-- these 19 calls take 600 us, which is no start.
-- expect: severity=warning, headline~"1,000 pieces", cost_ns=20000000..20700000
-- include: allocations.sql
INSERT INTO do_allocation (call_ns, call_duration_ns, operation, size_bytes, address, api)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 1000 - 1)
	SELECT 10000 * i + 600000 * ((i + 49) / 50) - iif(i < 2, 210000000 - 205000000 * i, 0), iif(i < 2, 200000000 - 197000000 * i, iif(i % 50, 9000, 600000)), 1, 32768, 65536 * (i + 1), 'cudaMalloc_v3020' FROM n;
INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 9) SELECT 30000000 + 2010000 * i, 30000000 + 2010000 * i + 6000, 2000000, 2, 4 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (30000000 + 20200000, 10000);
