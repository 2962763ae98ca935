-- SPDX-License-Identifier: MIT
-- 1,000 pieces of 32 KiB: what a driver maps at a time holds many of them.
-- expect: severity=warning, headline~"31.2 MiB of device memory in 1,000 pieces", advice~"divide it", evidence~"1,000 calls of cudaMalloc, 32.0 KiB on average", cost_ns=17000000..18100000, gain_ns=16000000..18100000
-- include: allocations.sql
INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id) VALUES (-30000, -24000, 20000, 2, 4);
INSERT INTO do_allocation (call_ns, call_duration_ns, operation, size_bytes, address, api)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 1000 - 1) SELECT 10000 * i, 9000, 1, 32768, 65536 * (i + 1), 'cudaMalloc_v3020' FROM n;
INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 9) SELECT 10000 * 1000 + 2010000 * i, 10000 * 1000 + 2010000 * i + 6000, 2000000, 2, 4 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (10000 * 1000 + 20200000, 10000);
INSERT INTO do_allocation (call_ns, call_duration_ns, operation, size_bytes, address, api)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 1000 - 1) SELECT 10000 * 1000 + 21000000 + 10000 * i, 9000, 2, 32768, 65536 * (i + 1), 'cudaFree_v3020' FROM n;
