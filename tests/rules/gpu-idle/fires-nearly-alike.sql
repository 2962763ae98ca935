-- SPDX-License-Identifier: MIT
-- Thirty gaps of 3 to 3.26 ms, which rise from step to step: work that grows, and no timer.
-- expect: severity=warning, evidence!~"a timer", evidence!~"two kinds"
CREATE TEMP TABLE do_step (i INTEGER, start_ns INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (new.start_ns, new.start_ns + 6000, 100000, 5);
	INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (new.start_ns + 4000, 105000);
END;
INSERT INTO do_step WITH RECURSIVE n(i, start_ns) AS (SELECT 0, 0 UNION ALL SELECT i + 1, start_ns + 109000 + 3000000 + 9000 * i FROM n WHERE i < 30)
	SELECT i, start_ns FROM n;
