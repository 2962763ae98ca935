-- SPDX-License-Identifier: MIT
-- fires-mostly-without-waits.sql with 15 us behind the wait and 242 us without one: 6 % of the idle time is behind a
-- wait, which is not what holds the host back.
-- expect: not_predicted~"has to become less", not_predicted!~wins, headline~work of its own, evidence~"of it: the host had waited", advice~"Hardly any of these gaps"
INSERT INTO do_call (call_ns, call_duration_ns, api) VALUES (-20000, 5000, 'cudaGetDeviceCount_v3020');
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns) VALUES (482000 * new.i, 6000 + 482000 * new.i, 20000);
	INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (4000 + 482000 * new.i, 25000);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns)
		VALUES (15000 + 25000 + 482000 * new.i, 15000 + 31000 + 482000 * new.i, 200000);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 29) SELECT i FROM n;
