-- SPDX-License-Identifier: MIT
-- The host works for 5 ms between kernels of 20 us, each of which it waits for: to overlap the two wins 0.4 %, which is
-- not what is wrong with the run. The host's work is.
-- expect: gain=null, cost_ns=140000000..150000000, headline~work of its own, advice~next to nothing
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns) VALUES (5030000 * new.i, 6000 + 5030000 * new.i, 20000);
	INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (4000 + 5030000 * new.i, 26000);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 29) SELECT i FROM n;
