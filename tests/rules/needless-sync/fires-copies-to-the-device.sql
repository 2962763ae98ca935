-- SPDX-License-Identifier: MIT
-- Each step copies an index from pageable memory, waits for that, as a framework does, and launches a kernel.
-- expect: severity=warning, occurrences=30, evidence~"30 copies of 8 B to the device", advice~"copies of its own data to the GPU"
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, copy_kind, is_pinned, is_async, api)
		VALUES (30000 * new.i, 3000, 5000 + 30000 * new.i, 1500, 8, 1, 0, 1, 'cudaMemcpyAsync_v3020');
	INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (3600 + 30000 * new.i, 6000);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns) VALUES (10000 + 30000 * new.i, 13500 + 30000 * new.i, 14000);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 29) SELECT i FROM n;
