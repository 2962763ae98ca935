-- SPDX-License-Identifier: MIT
-- Two threads, each with a blocking stream of its own: 100 us there, then a kernel of 10 us in the null stream, and again. All is
-- issued in turn, so that each of these kernels comes behind both streams; its own thread used one.
-- expect: severity=warning, gain_percent=15..20, headline~"implicit barrier", evidence~"right between two operations of one and the same stream", advice~"Issue what runs in the null stream"
CREATE TEMP TABLE step (i INTEGER);
CREATE TEMP TRIGGER step_row AFTER INSERT ON step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id, thread_id)
		VALUES (16000 * new.i, 10000 + 126000 * new.i, 100000, 2, 2, 1),
			(16000 * new.i + 4000, 14000 + 126000 * new.i, 100000, 3, 2, 2),
			(16000 * new.i + 8000, 115000 + 126000 * new.i, 10000, 1, 1, 1),
			(16000 * new.i + 12000, 126000 + 126000 * new.i, 8000, 1, 1, 2);
END;
INSERT INTO step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 29) SELECT i FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (490000, 3310000);
