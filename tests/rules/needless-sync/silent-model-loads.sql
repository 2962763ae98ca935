-- SPDX-License-Identifier: MIT
-- Sixty weights are made by a kernel each, and awaited each time; then 300 steps run without a wait. Nothing is to be
-- won in the loop.
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (-100000, -90000, 1000, 6);
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns) VALUES (20000 * new.i, 5500 + 20000 * new.i, 10000);
	INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (3300 + 20000 * new.i, 16000);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 59) SELECT i FROM n;
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 299)
	SELECT 1300000 + 4000 * i, 1310000 + 101000 * i, 100000, 4 + i % 2 FROM n;
