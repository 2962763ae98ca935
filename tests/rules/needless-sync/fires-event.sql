-- SPDX-License-Identifier: MIT
-- The host waits for an event behind each kernel, always the same one: nobody can ask it for a time.
-- expect: severity=warning, occurrences=29, gain_percent=30..60
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns) VALUES (25000 * new.i, 5500 + 25000 * new.i, 10000);
	INSERT INTO do_event (call_ns, event_id, stream_id) VALUES (3100 + 25000 * new.i, 1, 1);
	INSERT INTO do_wait (call_ns, call_duration_ns, api) VALUES (5300 + 25000 * new.i, 16000, 'cudaEventSynchronize_v3020');
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 29) SELECT i FROM n;
