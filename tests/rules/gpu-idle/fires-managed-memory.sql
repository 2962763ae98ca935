-- SPDX-License-Identifier: MIT
-- As fires-host-prepares.sql with managed memory: the host may read results there without a copy, so that its work may
-- need them; or it waits for its pages, which --managed would tell.
-- expect: severity=warning, gain=null, advice~"--managed"
-- include: prepares.sql
INSERT INTO do_call (call_ns, call_duration_ns, api) VALUES (-20000, 10000, 'cudaMallocManaged_v6000');
INSERT INTO allocation (time_ns, operation, memory_kind, size_bytes, address, device_id, is_async, correlation_id)
	VALUES (-12000, 1, 5, 4096, 4096, 0, 0, (SELECT max(id) FROM api_call));
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 29) SELECT i FROM n;
