-- SPDX-License-Identifier: MIT
-- As in fires-after-blocking-copies.sql, but the copy is asynchronous: the wait at the end is what makes its result safe to
-- read.
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns) VALUES (60000 * new.i, 5500 + 60000 * new.i, 10000);
	INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, copy_kind)
		VALUES (3300 + 60000 * new.i, 4000, 17500 + 60000 * new.i, 1500, 4, 2);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns) VALUES (23600 + 60000 * new.i, 29000 + 60000 * new.i, 25000);
	INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (27000 + 60000 * new.i, 32700);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 29) SELECT i FROM n;
