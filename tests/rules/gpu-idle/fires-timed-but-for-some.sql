-- SPDX-License-Identifier: MIT
-- As fires-timed-each-launch.sql, but behind each eighth launch the host waits for an event alone: 88 % are measured.
-- expect: severity=warning, advice~"Issue the next work", advice~"waits that only measure can go"
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_event (call_ns, event_id, stream_id) SELECT 110300 * new.i, 1, 1 WHERE new.i % 8 != 7;
	INSERT INTO do_launch (call_ns, start_ns, duration_ns) VALUES (2200 + 110300 * new.i, 8000 + 110300 * new.i, 100000);
	INSERT INTO do_event (call_ns, event_id, stream_id) VALUES (5400 + 110300 * new.i, 2, 1);
	INSERT INTO do_call (call_ns, call_duration_ns, api) VALUES (7600 + 110300 * new.i, 102400, 'cudaEventSynchronize_v3020');
	INSERT INTO synchronization (type, start_ns, duration_ns, context_id, stream_id, event_id, sync_id, correlation_id, result)
		VALUES (1, 7600 + 110300 * new.i, 102000, 1, 1, 2, (SELECT max(sync_id) FROM event_record WHERE event_id = 2),
			(SELECT max(id) FROM api_call), 0);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 49) SELECT i FROM n;
