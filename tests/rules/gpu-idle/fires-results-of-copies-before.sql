-- SPDX-License-Identifier: MIT
-- Each step takes 8 bytes to pageable memory, which the call waits for; an event and a wait that finds nothing follow.
-- expect: severity=warning, evidence~"copies of 8 B to the host, each waited for", evidence~"for 1.092 ms in 39 calls, all in cudaMemcpyAsync"
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (100000 * new.i, 100000 * new.i + 6000, 20000, 5);
	INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, copy_kind, is_pinned)
		VALUES (100000 * new.i + 5000, 28000, 100000 * new.i + 27000, 1500, 8, 2, 0);
	INSERT INTO do_event (call_ns, call_duration_ns, event_id, stream_id) VALUES (100000 * new.i + 34000, 500, 1, 1);
	INSERT INTO do_wait (call_ns, call_duration_ns, stream_id) VALUES (100000 * new.i + 36000, 2000, 1);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 39) SELECT i FROM n;
