-- SPDX-License-Identifier: MIT
-- The host works for 200 us after each wait: what costs is that work (gpu-idle), not the wait.
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns) VALUES (230000 * new.i, 6000 + 230000 * new.i, 10000);
	INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (4000 + 230000 * new.i, 17000);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 29) SELECT i FROM n;
