-- SPDX-License-Identifier: MIT
-- Rounds that wait for pages which they prefetch: a transfer, and no time in which the host issues too late.
INSERT INTO allocation (time_ns, operation, memory_kind, size_bytes, address, device_id, is_async, correlation_id)
	VALUES (0, 1, 5, 128 << 20, 4096, 0, 0, 1);
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_call (call_ns, call_duration_ns, api) VALUES (10000000 * new.i, 500000, 'cudaMemPrefetchAsync_v13000');
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
		VALUES (10000000 * new.i + 510000, 10000000 * new.i + 1513000, 100000, 7);
	INSERT INTO do_call (call_ns, call_duration_ns, api) VALUES (10000000 * new.i + 520000, 3000, 'cudaMemPrefetchAsync_v13000');
	INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (10000000 * new.i + 530000, 9420000);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 11) SELECT i FROM n;
