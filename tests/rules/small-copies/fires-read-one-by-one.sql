-- SPDX-License-Identifier: MIT
-- Ten results of a kernel are read one by one, each waited for: all are there when the first is. One copy takes them.
-- expect: headline~"copies device to host", advice!~"to the device", gain_ns=2000000..3000000, occurrences=300, evidence~"in one copy 4.00 GB/s, at which the host copies"
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id)
		SELECT 400000 * (new.i / 10), 400000 * (new.i / 10) + 6000, 100000, 11, 5 WHERE new.i % 10 = 0;
	INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, copy_kind, is_pinned, is_async, stream_id, call_duration_ns)
		VALUES (400000 * (new.i / 10) + 110000 + 24000 * (new.i % 10), 400000 * (new.i / 10) + 116000 + 24000 * (new.i % 10), 2000, 4, 2, 0, 1, 11, 4000);
	INSERT INTO do_wait (call_ns, call_duration_ns, stream_id)
		VALUES (400000 * (new.i / 10) + 115000 + 24000 * (new.i % 10), 5000, 11);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 299) SELECT i FROM n;
