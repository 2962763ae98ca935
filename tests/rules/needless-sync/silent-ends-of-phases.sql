-- SPDX-License-Identifier: MIT
-- Five phases of many kernels, with a wait at the end of each.
CREATE TEMP TABLE do_phase (p INTEGER);
CREATE TEMP TRIGGER do_phase_row AFTER INSERT ON do_phase BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns)
		WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 9)
		SELECT 130000 * new.p + 4000 * i, 130000 * new.p + 6000 + 11100 * i, 10000 FROM n;
	INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (130000 * new.p + 45000, 77000);
END;
INSERT INTO do_phase VALUES (0), (1), (2), (3), (4);
