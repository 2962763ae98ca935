-- SPDX-License-Identifier: MIT
-- Half of the waits are for the second of two events around a kernel: they only measure, and can go.
-- expect: evidence~"50 of these waits, with", evidence~"second of two events around work", advice~"waits that only measure can go"
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_event (call_ns, event_id, stream_id) VALUES (220600 * new.i, 1, 1);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns) VALUES (2200 + 220600 * new.i, 8000 + 220600 * new.i, 90000);
	INSERT INTO do_event (call_ns, event_id, stream_id) VALUES (8400 + 220600 * new.i, 2, 1);
	INSERT INTO do_call (call_ns, call_duration_ns, api) VALUES (10600 + 220600 * new.i, 99400, 'cudaEventSynchronize_v3020');
	INSERT INTO synchronization (type, start_ns, duration_ns, context_id, stream_id, event_id, sync_id, correlation_id, result)
		VALUES (1, 10600 + 220600 * new.i, 99000, 1, 1, 2, (SELECT max(sync_id) FROM event_record WHERE event_id = 2),
			(SELECT max(id) FROM api_call), 0);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns) VALUES (112500 + 220600 * new.i, 118300 + 220600 * new.i, 90000);
	INSERT INTO do_wait (call_ns, call_duration_ns, stream_id) VALUES (115700 + 220600 * new.i, 95000, 1);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 49) SELECT i FROM n;
