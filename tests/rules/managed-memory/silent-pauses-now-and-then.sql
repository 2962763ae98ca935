-- SPDX-License-Identifier: MIT
-- The host pauses for 37 us behind every tenth wait: it writes a line, perhaps.
-- abstains: neither its pages were recorded
INSERT INTO meta VALUES ('host_machine', 'x86_64');
INSERT INTO do_call (call_ns, call_duration_ns, api) VALUES (-20000, 10000, 'cudaMallocManaged_v6000');
INSERT INTO allocation (time_ns, operation, memory_kind, size_bytes, address, device_id, is_async, correlation_id)
	VALUES (-12000, 1, 5, 4096, 4096, 0, 0, (SELECT max(id) FROM api_call));
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns) VALUES (60000 * new.i, 5500 + 60000 * new.i, 50000 - 36000 * (new.i % 10 = 0));
	INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (3300 + 60000 * new.i, 56000 - 36000 * (new.i % 10 = 0));
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 399) SELECT i FROM n;
