-- SPDX-License-Identifier: MIT
-- Sixty kernels of 300 us with 20 us of the host's work between them, and before each fifth one 600 us: both are the
-- loop's.
-- expect: occurrences=59, headline~work of its own
CREATE TEMP TABLE step(i INTEGER, start_ns INTEGER);
CREATE TEMP TRIGGER step_row AFTER INSERT ON step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id)
		VALUES (new.start_ns, new.start_ns + 6000, 300000, 11, 4);
	INSERT INTO do_wait (call_ns, call_duration_ns, stream_id) VALUES (new.start_ns + 4000, 303000, 11);
END;
INSERT INTO step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 59)
	SELECT i, 327000 * i + 600000 * (i / 5) FROM n;
