-- SPDX-License-Identifier: MIT
-- The host waits for a kernel of 20 us, works for 100 us behind that and for 157 us without a wait: only
-- 40 % of the idle time is behind a wait.
-- expect: not_predicted~wins, headline~work of its own, evidence~"of it: the host had waited", advice~Where the host waits for results
INSERT INTO do_call (call_ns, call_duration_ns, api) VALUES (-20000, 5000, 'cudaGetDeviceCount_v3020');
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns) VALUES (482000 * new.i, 6000 + 482000 * new.i, 20000);
	INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (4000 + 482000 * new.i, 25000);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns) VALUES (125000 + 482000 * new.i, 131000 + 482000 * new.i, 200000);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 29) SELECT i FROM n;
