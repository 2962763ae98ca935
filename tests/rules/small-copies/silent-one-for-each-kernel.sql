-- SPDX-License-Identifier: MIT
-- A small copy before each kernel, as arguments need it: never several in a row.
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, stream_id)
		VALUES (8000 * new.i, 10000 + 26000 * new.i, 2000, 4096, 11);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id)
		VALUES (8000 * new.i + 4000, 14000 + 26000 * new.i, 20000, 11, 5);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 99) SELECT i FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (800000, 1820000);
