-- SPDX-License-Identifier: MIT
-- Forty kernels of 300 us with 200 us of the host's work between them. One pause of 1.2 ms is as those of the loop are at
-- times; one of 4 ms, twenty times as long, is not of the loop.
-- expect: occurrences=38, cost_ns=8500000..8900000, headline~work of its own
CREATE TEMP TABLE step(start_ns INTEGER);
CREATE TEMP TRIGGER step_row AFTER INSERT ON step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id)
		VALUES (new.start_ns, new.start_ns + 6000, 300000, 11, 4);
	INSERT INTO do_wait (call_ns, call_duration_ns, stream_id) VALUES (new.start_ns + 4000, 304000, 11);
END;
INSERT INTO step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 39)
	SELECT 500000 * i + 1000000 * (i >= 13) + 3800000 * (i >= 27) FROM n;
