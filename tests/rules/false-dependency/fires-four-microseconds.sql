-- SPDX-License-Identifier: MIT
-- Thirty steps of two streams in one hardware queue. The kernel of the second stream waits 4 us for the one before it.
-- expect: occurrences=30, cost_ns=100000..140000, headline~4., evidence!~"goes to another wait"
CREATE TEMP TABLE step (i INTEGER);
CREATE TEMP TRIGGER step_row AFTER INSERT ON step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, channel_id) VALUES
		(60000 * new.i, 60000 * new.i + 6000, 9750, 11, 1),
		(60000 * new.i + 4000, 60000 * new.i + 7100 + 9750, 20000, 11, 1),
		(60000 * new.i + 8000, 60000 * new.i + 8250 + 9750, 20000, 12, 1);
	INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (60000 * new.i + 12000, 20000 + 9750);
END;
INSERT INTO step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 29) SELECT i FROM n;
