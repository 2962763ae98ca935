-- SPDX-License-Identifier: MIT
-- Four streams with a kernel that fills a quarter of the GPU each, then a kernel in the null stream that brings their results
-- together, again and again. The GPU is full nearly all the time: the waits at the barrier, 99 % of it, are its work. Without
-- the barrier the run would win the gaps between, if the results were not needed.
-- expect: severity=note, gain=null, cost_ns=100000..400000
UPDATE launch_shape SET grid_x = 264 WHERE id = 4;
CREATE TEMP TABLE step (i INTEGER);
CREATE TEMP TRIGGER step_row AFTER INSERT ON step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id) VALUES
		(20000 * new.i, 6000 + 508000 * new.i, 500000, 2, 4),
		(20000 * new.i + 4000, 6500 + 508000 * new.i + 4000 * (new.i = 0), 500000, 3, 4),
		(20000 * new.i + 8000, 7000 + 508000 * new.i + 8000 * (new.i = 0), 495000, 4, 4),
		(20000 * new.i + 12000, 7500 + 508000 * new.i + 11000 * (new.i = 0), 490000, 5, 4),
		(20000 * new.i + 16000, 511500 + 508000 * new.i, 1500, 1, 3);
END;
INSERT INTO step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 39) SELECT i FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (900000, 19430000);
