-- SPDX-License-Identifier: MIT
-- fires-functions-that-work.sql with functions that take 400 us.
-- expect: severity=warning, occurrences=10, gain=null, advice~"several host threads"
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id)
		VALUES (20000 * new.i, 6000 + 484300 * new.i, 20000, 11);
	INSERT INTO do_call (call_ns, call_duration_ns, api)
		VALUES (4000 + 20000 * new.i, 2000, 'cudaLaunchHostFunc_v10000');
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id) VALUES
		(7000 + 20000 * new.i, 427000 + 484300 * new.i, 20000, 11),
		(11000 + 20000 * new.i, 448100 + 484300 * new.i, 20000, 11);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 9) SELECT i FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (210000, 4645200);
