-- SPDX-License-Identifier: MIT
-- 100 kernels of 1500 us with 60 us of the host's work between them, which is 4 % of the time, and before each of six of
-- them a call that allocates for 5 ms: too few to be of the loop, though none of them is longer than the others.
CREATE TEMP TABLE step(i INTEGER, start_ns INTEGER);
CREATE TEMP TRIGGER step_row AFTER INSERT ON step BEGIN
	INSERT INTO do_call (call_ns, call_duration_ns, api)
		SELECT new.start_ns - 5010000, 5000000, 'cudaMalloc_v3020' WHERE new.i % 16 = 15;
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id)
		VALUES (new.start_ns, new.start_ns + 6000, 1500000, 11, 4);
	INSERT INTO do_wait (call_ns, call_duration_ns, stream_id) VALUES (new.start_ns + 4000, 1503000, 11);
END;
INSERT INTO step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 99)
	SELECT i, 1560000 * i + 5020000 * ((i + 1) / 16) FROM n;
