-- SPDX-License-Identifier: MIT
-- Forty kernels with 200 us of the host's work between them, and ten times another one, 2.6 or 0.9 ms behind a wait: the longer pauses are not alike the
-- shorter ones, and too few for a loop.
-- expect: occurrences=40
CREATE TEMP TABLE step(i INTEGER, start_ns INTEGER);
CREATE TEMP TRIGGER step_row AFTER INSERT ON step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id)
		VALUES (new.start_ns, new.start_ns + 6000, 300000, 11, 4);
	INSERT INTO do_wait (call_ns, call_duration_ns, stream_id) VALUES (new.start_ns + 4000, 304000, 11);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id)
		SELECT new.start_ns + 308000 + 900000 + 1700000 * (new.i % 8 = 3), new.start_ns + 308000 + 900000 + 1700000 * (new.i % 8 = 3) + 6000, 100000, 11, 7 WHERE new.i % 4 = 3;
	INSERT INTO do_wait (call_ns, call_duration_ns, stream_id)
		SELECT new.start_ns + 308000 + 900000 + 1700000 * (new.i % 8 = 3) + 4000, 104000, 11 WHERE new.i % 4 = 3;
END;
INSERT INTO step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 39)
	SELECT i, 500000 * i + 3000000 * (i / 4) FROM n;
