-- SPDX-License-Identifier: MIT
-- As fires-many-arrays-as-a-note.sql, but the host takes 0.1 ms before each copy, in which it may have filled the buffer
-- again: a single one has to be pinned.
-- expect: severity=warning, occurrences=6, cost_ns=4400000..4500000, evidence~"takes 559.2 us longer than malloc()", evidence~"for 8.00 MiB, once"
CREATE TEMP TABLE do_array (i INTEGER);
CREATE TEMP TRIGGER do_array_row AFTER INSERT ON do_array BEGIN
	INSERT INTO do_call (call_ns, call_duration_ns, api) VALUES (1000000 * new.i, 5000, 'cudaMalloc_v3020');
	INSERT INTO allocation (time_ns, operation, memory_kind, size_bytes, address, device_id, is_async, correlation_id)
		VALUES (1000000 * new.i + 1000, 1, 3, 8 << 20, (1 << 30) + (new.i << 24), 0, 0, (SELECT max(id) FROM api_call));
	INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, is_async, is_pinned)
		VALUES (1000000 * new.i + 91000, 906000, 1000000 * new.i + 95000, 900000, 8 << 20, 0, 0);
END;
INSERT INTO do_array WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 5) SELECT i FROM n;
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (6100000, 6106000, 500000, 5);
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (6110000, 500000);
