-- SPDX-License-Identifier: MIT
-- Kernels of 2 us, each followed by a copy of its result that is issued only after it ended and takes 7 us to start: the
-- call waits for its copy all that time, which is the way to the GPU, as in the run's budget, and no time in copy calls.
-- What the call takes after the copy is.
-- expect: occurrences>=396, evidence~"from the call to the start", evidence~"1.791 ms in calls that copy"
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (0, 6000, 2000, 4);
CREATE TEMP TABLE step(i INTEGER, start_ns INTEGER);
CREATE TEMP TRIGGER step_row AFTER INSERT ON step BEGIN
	INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, copy_kind, is_async)
		VALUES (new.start_ns + 10000, 18000, new.start_ns + 17000, 2000, 4, 2, 0);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
		VALUES (new.start_ns + 29000, new.start_ns + 35000, 2000, 4);
END;
INSERT INTO step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 198) SELECT i, 29000 * i FROM n;
