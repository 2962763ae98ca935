-- SPDX-License-Identifier: MIT
-- After each of thirty kernels the host waits for the stream and for the device: one wait each time, and none is needed.
-- expect: severity=warning, occurrences=29, cost_ns=280000..310000, gain_percent=30..55, headline~29 times
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns) VALUES (20000 * new.i, 5500 + 20000 * new.i, 10000);
	INSERT INTO do_wait (call_ns, call_duration_ns, stream_id) VALUES (3300 + 20000 * new.i, 15000, 1);
	INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (18400 + 20000 * new.i, 900);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 29) SELECT i FROM n;
