-- SPDX-License-Identifier: MIT
-- Launching takes 65 us, as where a CPU is slow or all launches are first ones. Kernels of 30 us, each awaited, are no trifle
-- all the same: most machines launch in less than a third of that.
-- expect: occurrences=100, headline~8 blocks
CREATE TEMP TABLE step(i INTEGER);
CREATE TEMP TRIGGER step_row AFTER INSERT ON step BEGIN
	INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns, launch_shape_id)
		VALUES (100000 * new.i, 60000, 65000 + 100000 * new.i, 30000, 3);
	INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (61000 + 100000 * new.i, 36000);
END;
INSERT INTO step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 99) SELECT i FROM n;
