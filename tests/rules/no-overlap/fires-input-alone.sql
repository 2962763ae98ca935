-- SPDX-License-Identifier: MIT
-- Twenty chunks are copied in and computed in one stream, and nothing is copied out: nothing is said of copies out.
-- expect: severity=warning, headline~"20 chunks are copied in and computed by turns", advice~"Copy in a stream of its own", advice!~"out", evidence!~"copies out"
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, stream_id) VALUES
		(10000 * new.i, 10000 + 210000 * new.i, 100000, 5000000, 11);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id)
		VALUES (10000 * new.i + 4000, 112000 + 210000 * new.i, 100000, 11, 4);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19) SELECT i FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (210000, 4010000);
