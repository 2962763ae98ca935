-- SPDX-License-Identifier: MIT
-- Ten gaps of 3 ms that take 91 % of the time, and twenty short ones.
-- expect: severity=warning, evidence~"10 gaps last 3.009 ms to 3.009 ms"
CREATE TEMP TABLE do_step (i INTEGER, start_ns INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (new.start_ns, new.start_ns + 6000, 100000, 5);
	INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (new.start_ns + 4000, 105000);
END;
INSERT INTO do_step WITH RECURSIVE n(i, start_ns) AS (SELECT 0, 0 UNION ALL SELECT i + 1, start_ns + 109000 + CASE WHEN i % 3 THEN 150000 ELSE 3000000 END FROM n WHERE i < 30)
	SELECT i, start_ns FROM n;
