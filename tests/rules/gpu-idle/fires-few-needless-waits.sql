-- SPDX-License-Identifier: MIT
-- 200 steps that copy a number back, and behind them 40 kernels each waited for without need. What needless-sync finds
-- is a tenth of the gaps at waits: it does not explain the others, and its own are not said twice.
-- expect: occurrences=195..205, headline~waited for the GPU
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (0, 6000, 10000, 4);
CREATE TEMP TABLE step(i INTEGER, start_ns INTEGER);
CREATE TEMP TRIGGER step_row AFTER INSERT ON step BEGIN
	INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, copy_kind, is_async)
		VALUES (new.start_ns + 4000, 24000, new.start_ns + 17000, 2000, 4, 2, 0);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
		VALUES (new.start_ns + 29000, new.start_ns + 35000, 10000, 4);
END;
INSERT INTO step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 199) SELECT i, 29000 * i FROM n;
CREATE TEMP TABLE turn(i INTEGER, start_ns INTEGER);
CREATE TEMP TRIGGER turn_row AFTER INSERT ON turn BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
		VALUES (new.start_ns, new.start_ns + 5500, 10000, 4);
	INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (new.start_ns + 3300, 16000);
END;
INSERT INTO turn WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 39)
	SELECT i, 29000 * 202 + 20000 * i FROM n;
