-- SPDX-License-Identifier: MIT
-- As in fires-elements.sql, but the host waits for each kernel before it launches the next one: it may look at the result, or time it.
-- include: elements.sql
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
		VALUES (300000 * new.i, 6000 + 300000 * new.i, 100000, 4);
	INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (300000 * new.i + 4000, 103000);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
		VALUES (300000 * new.i + 108000, 114000 + 300000 * new.i, 100000, 7);
	INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (300000 * new.i + 112000, 103000);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19) SELECT i FROM n;
