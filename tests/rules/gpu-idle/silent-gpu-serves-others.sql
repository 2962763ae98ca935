-- SPDX-License-Identifier: MIT
-- Forty kernels of 1 ms, each launched 10 us after a wait for the one before: the GPU serves another program for 2 ms before it starts each. What
-- the host takes is next to nothing of that.
CREATE TEMP TABLE step (i INTEGER);
CREATE TEMP TRIGGER step_row AFTER INSERT ON step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id)
		VALUES (3020000 * new.i, 3020000 * new.i + 2005000, 1000000, 11, 4);
	INSERT INTO do_wait (call_ns, call_duration_ns, stream_id) VALUES (3020000 * new.i + 4000, 3006000, 11);
END;
INSERT INTO step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 39) SELECT i FROM n;
