-- SPDX-License-Identifier: MIT
-- Each step's result is copied to the host, which waits for the stream and then, to be sure, for the device: that is one
-- wait, and it is needed.
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns) VALUES (28000 * new.i, 6000 + 28000 * new.i, 10000);
	INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, copy_kind)
		VALUES (4000 + 28000 * new.i, 17500 + 28000 * new.i, 1500, 64, 2);
	INSERT INTO do_wait (call_ns, call_duration_ns, stream_id) VALUES (8000 + 28000 * new.i, 16000, 1);
	INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (24200 + 28000 * new.i, 1000);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 29) SELECT i FROM n;
