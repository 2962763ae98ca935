-- SPDX-License-Identifier: MIT
-- As fires-managed-memory.sql, recorded with --managed: its pages hardly move.
-- expect: severity=warning, gain=null, advice!~"--managed"
INSERT INTO do_call (call_ns, call_duration_ns, api) VALUES (-20000, 10000, 'cudaMallocManaged_v6000');
INSERT INTO allocation (time_ns, operation, memory_kind, size_bytes, address, device_id, is_async, correlation_id)
	VALUES (-12000, 1, 5, 4096, 4096, 0, 0, (SELECT max(id) FROM api_call));
INSERT INTO string (text) VALUES ('prepare');
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO marker (name_id, thread_id, start_ns, end_ns)
		VALUES ((SELECT id FROM string WHERE text = 'prepare'), 1, -150000 + 362000 * new.i, 362000 * new.i - 500);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns) VALUES (362000 * new.i, 6000 + 362000 * new.i, 200000);
	INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (4000 + 362000 * new.i, 207000);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 29) SELECT i FROM n;
INSERT INTO migration (kind, start_ns, duration_ns, amount, cause, address, device_id) VALUES (1, 300000, 2000, 4096, 2, 4096, 0);
