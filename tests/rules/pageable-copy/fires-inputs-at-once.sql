-- SPDX-License-Identifier: MIT
-- As fires-inputs-in-turn-as-a-note.sql, but the next one comes at once: all lay in memory before.
-- expect: subject="host to device", evidence!~"one buffer that is pinned once", advice!~"in one buffer that is pinned once"
CREATE TEMP TABLE do_input (i INTEGER);
CREATE TEMP TRIGGER do_input_row AFTER INSERT ON do_input BEGIN
	INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, is_pinned, is_async, api, host_address)
		VALUES ((2700000 + 100000) * new.i, 2100000, (2700000 + 100000) * new.i + 10000, 2080000, 16 << 20, 0, 0, 'cudaMemcpy_v3020', 536870912 + 33554432 * new.i);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES ((2700000 + 100000) * new.i + 2110000, (2700000 + 100000) * new.i + 2116000, 500000, 5);
	INSERT INTO do_wait (call_ns, call_duration_ns) VALUES ((2700000 + 100000) * new.i + 2120000, 500000);
END;
INSERT INTO do_input WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 5) SELECT i FROM n;
