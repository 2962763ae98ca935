-- SPDX-License-Identifier: MIT
-- As fires-managed-to-and-fro.sql, but what pages did was recorded, and none was kept from moving.
-- expect: severity=warning, occurrences=27, gain_percent=30..55
INSERT INTO meta VALUES ('host_machine', 'x86_64');
INSERT INTO do_call (call_ns, call_duration_ns, api) VALUES (-20000, 10000, 'cudaMallocManaged_v6000');
INSERT INTO allocation (time_ns, operation, memory_kind, size_bytes, address, device_id, is_async, correlation_id)
	VALUES (-12000, 1, 5, 4096, 4096, 0, 0, (SELECT max(id) FROM api_call));
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns) VALUES (20000 * new.i + new.i / 10 * 8000, 5500 + 20000 * new.i + new.i / 10 * 8000, 10000);
	INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (3300 + 20000 * new.i + new.i / 10 * 8000, 16000);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 29) SELECT i FROM n;
INSERT INTO migration (kind, start_ns, duration_ns, amount, cause, address, device_id) VALUES (1, 1000, 1000, 4096, 2, 4096, 0);
