-- SPDX-License-Identifier: MIT
-- Steps of two kernels of 200 us. The host works for 150 us behind a wait for the first one, and for 100 us while and
-- after the second runs, for which it does not wait: 60 % of the idle time is behind a wait, and the advice is about that.
-- expect: not_predicted~"depends on what it needs", headline~work of its own, evidence~"60.0 % of it: the host had waited", advice~and only then wait
INSERT INTO do_call (call_ns, call_duration_ns, api) VALUES (-20000, 5000, 'cudaGetDeviceCount_v3020');
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns) VALUES (662000 * new.i, 6000 + 662000 * new.i, 200000);
	INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (4000 + 662000 * new.i, 205000);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns) VALUES (355000 + 662000 * new.i, 361000 + 662000 * new.i, 200000);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 29) SELECT i FROM n;
