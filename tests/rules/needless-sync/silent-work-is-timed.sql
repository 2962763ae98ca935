-- SPDX-License-Identifier: MIT
-- A benchmark: events around each kernel, and a wait, since their times can be read only then.
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_event (call_ns, event_id, stream_id) VALUES (40000 * new.i, 1, 1);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns) VALUES (3000 + 40000 * new.i, 9000 + 40000 * new.i, 10000);
	INSERT INTO do_event (call_ns, event_id, stream_id) VALUES (7000 + 40000 * new.i, 2, 1);
	INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (10000 + 40000 * new.i, 14000);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 29) SELECT i FROM n;
