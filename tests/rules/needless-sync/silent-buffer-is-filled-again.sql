-- SPDX-License-Identifier: MIT
-- A pinned buffer is copied from, and may be filled again only when that copy has ended: the wait is needed.
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes)
		VALUES (50000 * new.i, 6000 + 50000 * new.i, 10000, 262144);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns) VALUES (4000 + 50000 * new.i, 17500 + 50000 * new.i, 10000);
	INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (8000 + 50000 * new.i, 25000);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 29) SELECT i FROM n;
