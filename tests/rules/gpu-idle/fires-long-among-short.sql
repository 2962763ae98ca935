-- SPDX-License-Identifier: MIT
-- Thirty steps of twelve kernels with 70 us of the host's work between them, and 3 ms of it before the next step: both
-- are the loop's. Pauses of half a second in the middle and before the last step are not.
-- expect: occurrences=357, cost_ns=103000000..111000000, headline~work of its own, evidence~"330 gaps of up to 70.00 us, and 27 of 3.000 ms or more, which have 77.8 %"
CREATE TEMP TABLE step(i INTEGER, start_ns INTEGER);
CREATE TEMP TRIGGER step_row AFTER INSERT ON step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id)
		WITH RECURSIVE n(k) AS (SELECT 0 UNION ALL SELECT k + 1 FROM n WHERE k < 11)
		SELECT new.start_ns + 100000 * k, new.start_ns + 6000 + 100000 * k, 30000, 11, 4 FROM n;
	INSERT INTO do_wait (call_ns, call_duration_ns, stream_id) VALUES (new.start_ns + 1104000, 33000, 11);
END;
INSERT INTO step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 29)
	SELECT i, 4130000 * i + 500000000 * ((i >= 15) + (i >= 29)) FROM n;
