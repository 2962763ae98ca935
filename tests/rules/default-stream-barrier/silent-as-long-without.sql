-- SPDX-License-Identifier: MIT
-- Thirty times a long kernel in one of two blocking streams, a short one in the null stream that waits for it at the barrier,
-- and the host that waits for both: without the barrier it waits as long, for the long kernel.
CREATE TEMP TABLE step (begin_ns INTEGER NOT NULL, stream INTEGER NOT NULL);
CREATE TEMP TRIGGER step_row AFTER INSERT ON step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id)
		VALUES (new.begin_ns, new.begin_ns + 5000, 5000000, new.stream, 5);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns)
		VALUES (new.begin_ns + 4000, new.begin_ns + 5006200, 1000);
	INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (new.begin_ns + 8000, 5004200);
END;
INSERT INTO step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 29)
	SELECT 5020000 * i, 2 + i % 2 FROM n;
