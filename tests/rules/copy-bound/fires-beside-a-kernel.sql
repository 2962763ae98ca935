-- SPDX-License-Identifier: MIT
-- Twelve copies of 100 us fill the bus. A kernel that needs the eighth runs beside the last four, and a little longer: the
-- copies take 1.2 ms, of which 0.8 ms are what the run waits for.
-- expect: severity=note, cost_ns=790000..830000, headline~"12 copies between host and device take 1.200 ms of the 1.2"
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, stream_id) VALUES
		(4000 * new.i, 10000 + 100000 * new.i, 100000, 5000000, 11);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 7) SELECT i FROM n;
INSERT INTO do_event (call_ns, event_id, stream_id) VALUES (32000, 1, 11);
INSERT INTO do_wait_event (call_ns, event_id, stream_id) VALUES (34500, 1, 12);
INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id) VALUES (37000, 812000, 430000, 12, 4);
INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, stream_id)
	WITH RECURSIVE n(i) AS (SELECT 8 UNION ALL SELECT i + 1 FROM n WHERE i < 11)
	SELECT 12000 + 4000 * i, 10000 + 100000 * i, 100000, 5000000, 11 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (60000, 1185000);
