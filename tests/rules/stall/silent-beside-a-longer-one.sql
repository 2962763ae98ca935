-- SPDX-License-Identifier: MIT
-- The kernel of fires-shared-load.sql in a stream, each time beside one of another stream that takes twice as
-- long: the run never waits for it.
-- include: functions.sql
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id, stream_id)
		VALUES (2000000 * new.i, 2000000 * new.i + 6000, 1980000, 3, 11), (2000000 * new.i + 3000, 2000000 * new.i + 9000, 900000, 5, 12);
	INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (2000000 * new.i + 6000, 1985000);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 9) SELECT i FROM n;
INSERT INTO do_sample VALUES (2, 208, 'short_scoreboard', 800, 800), (2, 272, 'selected', 100, 0), (2, 256, 'short_scoreboard', 50, 50);
INSERT INTO do_sample VALUES (1, 16, 'selected', 60000, 0);
