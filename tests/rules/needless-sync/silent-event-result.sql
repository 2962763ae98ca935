-- SPDX-License-Identifier: MIT
-- The same with a result behind each kernel, which the event says has come.
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns) VALUES (30000 * new.i, 5500 + 30000 * new.i, 10000);
	INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, copy_kind) VALUES (3100 + 30000 * new.i, 17000 + 30000 * new.i, 2000, 4, 2);
	INSERT INTO do_event (call_ns, event_id, stream_id) VALUES (6200 + 30000 * new.i, 1, 1);
	INSERT INTO do_wait (call_ns, call_duration_ns, api) VALUES (8300 + 30000 * new.i, 16000, 'cudaEventSynchronize_v3020');
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 29) SELECT i FROM n;
