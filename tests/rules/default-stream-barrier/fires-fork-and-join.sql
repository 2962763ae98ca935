-- SPDX-License-Identifier: MIT
-- Three streams at once, then a kernel in the null stream that brings their results together, again and again.
-- expect: severity=note, gain=null, not_predicted~"behind all of them"
CREATE TEMP TABLE step (i INTEGER);
CREATE TEMP TRIGGER step_row AFTER INSERT ON step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id) VALUES
		(16000 * new.i, 6000 + 203000 * new.i, 90000 + 5000 * (new.i % 3), 2, 3),
		(16000 * new.i + 4000, 10000 + 203000 * new.i, 90000, 3, 3),
		(16000 * new.i + 8000, 14000 + 203000 * new.i, 90000 - 5000 * (new.i % 3), 4, 3),
		(16000 * new.i + 12000, 108000 + 203000 * new.i, 99000, 1, 3);
END;
INSERT INTO step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 39) SELECT i FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (16000 * 40, 7490000);
