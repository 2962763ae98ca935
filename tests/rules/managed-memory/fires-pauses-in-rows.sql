-- SPDX-License-Identifier: MIT
-- The host pauses for 37 us behind ten waits in a row, and behind twenty later, and goes on at once behind all others: what it reads there comes back
-- from the GPU, until the driver keeps it where it is.
-- abstains: neither its pages were recorded
-- expect: subject="the host", severity=note, gain=null, cost_ns=1000000..1200000, occurrences=30, headline~"behind 30 of its 399 waits", advice~"--managed"
-- expect-count: 1
INSERT INTO meta VALUES ('host_machine', 'x86_64');
INSERT INTO do_call (call_ns, call_duration_ns, api) VALUES (-20000, 10000, 'cudaMallocManaged_v6000');
INSERT INTO allocation (time_ns, operation, memory_kind, size_bytes, address, device_id, is_async, correlation_id)
	VALUES (-12000, 1, 5, 4096, 4096, 0, 0, (SELECT max(id) FROM api_call));
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns) VALUES (60000 * new.i, 5500 + 60000 * new.i, 50000 - 36000 * (new.i BETWEEN 3 AND 12 OR new.i BETWEEN 200 AND 219));
	INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (3300 + 60000 * new.i, 56000 - 36000 * (new.i BETWEEN 3 AND 12 OR new.i BETWEEN 200 AND 219));
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 399) SELECT i FROM n;
