-- SPDX-License-Identifier: MIT
-- A thousand kernels of 1 ms with 60 us of the host's work between them; in four of ten parts of the run, in its middle,
-- 4 ms of it: a phase, however often.
CREATE TEMP TABLE step(i INTEGER, start_ns INTEGER);
CREATE TEMP TRIGGER step_row AFTER INSERT ON step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id)
		VALUES (new.start_ns, new.start_ns + 6000, 1000000, 11, 4);
	INSERT INTO do_wait (call_ns, call_duration_ns, stream_id) VALUES (new.start_ns + 4000, 1003000, 11);
END;
INSERT INTO step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 399)
	SELECT i, 1060000 * i + 4000000 * max(0, min(i, 280) - 120) FROM n;
