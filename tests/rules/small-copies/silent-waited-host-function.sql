-- SPDX-License-Identifier: MIT
-- A function of the host runs behind each copy, and the host waits for it: it may make what is copied next.
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, stream_id)
		VALUES (20000 * new.i, 2500, 20000 * new.i + 3500, 1000, 8, 11);
	INSERT INTO do_host_function (call_ns, stream_id) VALUES (20000 * new.i + 3000, 11);
	INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (20000 * new.i + 8000, 10000);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 199) SELECT i FROM n;
