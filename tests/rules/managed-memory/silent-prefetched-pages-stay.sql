-- SPDX-License-Identifier: MIT
-- Rounds with prefetches before their kernels and behind, but these take 9 ms of 10, and the waits end with them: the
-- pages were there already.
-- abstains: managed memory is in use
-- budget: migration<=1, kernel>=85
INSERT INTO allocation (time_ns, operation, memory_kind, size_bytes, address, device_id, is_async, correlation_id)
	VALUES (0, 1, 5, 128 << 20, 4096, 0, 0, 1);
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_call (call_ns, call_duration_ns, api) VALUES (10000000 * new.i, 3000, 'cudaMemPrefetchAsync_v13000');
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
		VALUES (10000000 * new.i + 10000, 10000000 * new.i + 16000, 9900000, 7);
	INSERT INTO do_call (call_ns, call_duration_ns, api) VALUES (10000000 * new.i + 20000, 3000, 'cudaMemPrefetchAsync_v13000');
	INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (10000000 * new.i + 30000, 9891000);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 11) SELECT i FROM n;
