-- SPDX-License-Identifier: MIT
-- Two streams wait for each other's events, and the host waits for both at the end of each step: events that streams wait for are
-- there for order, not for times.
-- expect: severity=warning
CREATE TEMP TABLE step(i INTEGER);
CREATE TEMP TRIGGER step_row AFTER INSERT ON step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id) VALUES (80000 * new.i, 80000 * new.i + 6000, 20000, 11, 3);
	INSERT INTO do_event (call_ns, event_id, stream_id) VALUES (80000 * new.i + 4000, 1, 11);
	INSERT INTO do_wait_event (call_ns, event_id, stream_id) VALUES (80000 * new.i + 7000, 1, 12);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id) VALUES (80000 * new.i + 10000, 80000 * new.i + 28000, 20000, 12, 3);
	INSERT INTO do_event (call_ns, event_id, stream_id) VALUES (80000 * new.i + 14000, 2, 12);
	INSERT INTO do_wait_event (call_ns, event_id, stream_id) VALUES (80000 * new.i + 17000, 2, 11);
	INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (80000 * new.i + 20000, 46000);
END;
INSERT INTO step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 39) SELECT i FROM n;
