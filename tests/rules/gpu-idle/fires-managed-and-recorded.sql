-- SPDX-License-Identifier: MIT
-- As fires-managed-memory.sql, recorded with --managed: its pages hardly move.
-- expect: severity=warning, gain=null, advice!~"--managed"
-- include: prepares.sql
INSERT INTO do_call (call_ns, call_duration_ns, api) VALUES (-20000, 10000, 'cudaMallocManaged_v6000');
INSERT INTO allocation (time_ns, operation, memory_kind, size_bytes, address, device_id, is_async, correlation_id)
	VALUES (-12000, 1, 5, 4096, 4096, 0, 0, (SELECT max(id) FROM api_call));
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 29) SELECT i FROM n;
INSERT INTO migration (kind, start_ns, duration_ns, amount, cause, address, device_id) VALUES (1, 300000, 2000, 4096, 2, 4096, 0);
