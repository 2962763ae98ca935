-- SPDX-License-Identifier: MIT
-- Twenty steps; behind each, a kernel copies an array to another one. The last one is behind all: it may be the result.
-- include: copies.sql
-- expect: advice~"read the source", severity=note, subject=small, occurrences=19, cost_ns=1710000, gain_percent=25..34, headline~behind large
-- expect-count: 1
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
		VALUES (10000 * new.i, 6000 + 300000 * new.i, 200000, 5);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
		VALUES (10000 * new.i + 5000, 207500 + 300000 * new.i, 90000, 7);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19) SELECT i FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (200000, 5810000);
