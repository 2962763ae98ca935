-- SPDX-License-Identifier: MIT
-- As fires-broken-between-parts.sql, with one wait at the end of each step: a graph may end there.
-- expect: severity=warning, evidence!~between the parts
CREATE TEMP TABLE do_phase (i INTEGER);
CREATE TEMP TRIGGER do_phase_row AFTER INSERT ON do_phase BEGIN
	INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns, launch_shape_id)
		WITH RECURSIVE n(k) AS (SELECT 0 UNION ALL SELECT k + 1 FROM n WHERE k < 159)
		SELECT 3000000 * new.i + 5000 * k, 4700, 3000000 * new.i + 7000 + 5000 * k, 1000, 1 + k % 4 FROM n;
	INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns, launch_shape_id)
		WITH RECURSIVE n(k) AS (SELECT 0 UNION ALL SELECT k + 1 FROM n WHERE k < 39)
		SELECT 3000000 * new.i + 810000 + 5000 * k, 4700, 3000000 * new.i + 820000 + 42000 * k, 41000, 4 + k % 2 FROM n;
	INSERT INTO do_wait (call_ns, call_duration_ns) SELECT 3000000 * new.i + 1020000, 1490000;
END;
INSERT INTO do_phase WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19) SELECT i FROM n;
