-- SPDX-License-Identifier: MIT
-- fires-mostly-within-streams.sql, but it is so in seven of ten.
-- expect: evidence!~"right between two operations", advice~"--default-stream per-thread"
CREATE TEMP TABLE step(i INTEGER);
CREATE TEMP TRIGGER step_row AFTER INSERT ON step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id) VALUES
		(12000 * new.i, 6000 + 165000 * new.i, 100000, 2 + new.i % 4, 2),
		(12000 * new.i + 4000, 107500 + 165000 * new.i, 10000, 1, 2),
		(12000 * new.i + 8000, 119000 + 165000 * new.i, 50000, 2 + (new.i + (new.i % 10 >= 3)) % 4, 2);
END;
INSERT INTO step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 39) SELECT i FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (12000 * 40, 165000 * 40 - 470000);
