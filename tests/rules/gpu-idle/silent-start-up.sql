-- SPDX-License-Identifier: MIT
-- A framework starts: forty kernels with 5 ms of the host's work between them. Then 400 kernels of 1500 us with 60 us of
-- its work between them, which is 4 % of the time. However many the long pauses are, they do not recur.
INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 39)
	SELECT 5000000 * i, 5000000 * i + 6000, 20000, 11, 4 FROM n;
CREATE TEMP TABLE step(i INTEGER);
CREATE TEMP TRIGGER step_row AFTER INSERT ON step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id)
		VALUES (200000000 + 1560000 * new.i, 200000000 + 1560000 * new.i + 6000, 1500000, 11, 4);
	INSERT INTO do_wait (call_ns, call_duration_ns, stream_id)
		VALUES (200000000 + 1560000 * new.i + 4000, 1503000, 11);
END;
INSERT INTO step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 399) SELECT i FROM n;
