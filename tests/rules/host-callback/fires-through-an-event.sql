-- SPDX-License-Identifier: MIT
-- Ten steps: a kernel, a host function and an event in one stream, and a kernel in another stream that waits for the
-- event. It starts only 50 us after the first kernel has ended.
-- expect: severity=warning, occurrences=10, cost_ns=400000..550000
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id)
		VALUES (100000 * new.i, 6000 + 100000 * new.i, 20000, 11);
	INSERT INTO do_host_function (call_ns, stream_id) VALUES (4000 + 100000 * new.i, 11);
	INSERT INTO do_event (call_ns, event_id, stream_id) VALUES (7000 + 100000 * new.i, 1, 11);
	INSERT INTO do_wait_event (call_ns, event_id, stream_id) VALUES (10000 + 100000 * new.i, 1, 12);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id)
		VALUES (13000 + 100000 * new.i, 77000 + 100000 * new.i, 20000, 12);
	INSERT INTO do_wait (call_ns, call_duration_ns, stream_id) VALUES (17000 + 100000 * new.i, 82500, 12);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 9) SELECT i FROM n;
