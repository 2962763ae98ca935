-- SPDX-License-Identifier: MIT
-- Two threads with a lock: each launches, waits, and destroys an event for 500 us, while the other one waits for the lock: what
-- it waits for are calls, no work of its own.
-- expect: severity=warning, headline~"mostly while the host was in other CUDA calls", evidence~"in other CUDA calls", occurrences=39
CREATE TEMP TABLE step (i INTEGER);
CREATE TEMP TRIGGER step_row AFTER INSERT ON step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id, thread_id)
		VALUES (650000 * new.i, 650000 * new.i + 6000, 100000, 4, 1 + new.i % 2);
	INSERT INTO do_wait (call_ns, call_duration_ns, thread_id) VALUES (650000 * new.i + 4000, 107000, 1 + new.i % 2);
	INSERT INTO do_call (call_ns, call_duration_ns, api, thread_id)
		VALUES (650000 * new.i + 113000, 500000, 'cudaEventDestroy_v3020', 1 + new.i % 2);
END;
INSERT INTO step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 39) SELECT i FROM n;
