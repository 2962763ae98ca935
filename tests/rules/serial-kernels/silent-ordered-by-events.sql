-- SPDX-License-Identifier: MIT
-- Small kernels that take turns in two streams, each waiting for an event of the other: dependencies that are meant.
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id)
		VALUES (10000 * new.i, 6000 + 51500 * new.i, 50000, 11 + new.i % 2, 3);
	INSERT INTO do_event (call_ns, event_id, stream_id) VALUES (4000 + 10000 * new.i, new.i, 11 + new.i % 2);
	INSERT INTO do_wait_event (call_ns, event_id, stream_id) VALUES (7000 + 10000 * new.i, new.i, 12 - new.i % 2);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 29) SELECT i FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (305000, 1250000);
