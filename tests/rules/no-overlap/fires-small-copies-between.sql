-- SPDX-License-Identifier: MIT
-- Ten steps of 64 MiB: a kernel finds something, the host waits for it, copies back what it made of it, 9 % of the time of the
-- large copy, and a second kernel works on the same data.
-- expect: severity=note, occurrences=10, headline~10 steps, advice~"second buffer on the device", evidence~"copies in 13.08 ms"
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, stream_id)
		VALUES (3000000 * new.i, 10000 + 3000000 * new.i, 1200000, 64 << 20, 11);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id)
		VALUES (4000 + 3000000 * new.i, 1212000 + 3000000 * new.i, 200000, 11, 5);
	INSERT INTO do_wait (call_ns, call_duration_ns, stream_id) VALUES (8000 + 3000000 * new.i, 1410000, 11);
	INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, stream_id)
		VALUES (1430000 + 3000000 * new.i, 1440000 + 3000000 * new.i, 108000, 5 << 20, 11);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id)
		VALUES (1434000 + 3000000 * new.i, 1550000 + 3000000 * new.i, 1300000, 11, 5);
	INSERT INTO do_wait (call_ns, call_duration_ns, stream_id) VALUES (1438000 + 3000000 * new.i, 1420000, 11);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 9) SELECT i FROM n;
