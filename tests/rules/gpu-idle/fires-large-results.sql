-- SPDX-License-Identifier: MIT
-- fires-host-uses-results.sql with 128 KiB each: the host computes something from them.
-- expect: gain=null, advice~"let a kernel do so, copy the result alone"
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns) VALUES (365000 * new.i, 6000 + 365000 * new.i, 200000);
	INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, copy_kind)
		VALUES (4000 + 365000 * new.i, 207500 + 365000 * new.i, 1500, 131072, 2);
	INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (8000 + 365000 * new.i, 206000);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 29) SELECT i FROM n;
