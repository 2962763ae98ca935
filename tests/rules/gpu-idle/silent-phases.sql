-- SPDX-License-Identifier: MIT
-- Three long pauses of the host between phases in which the GPU is busy: reading, preparing, checking.
CREATE TEMP TABLE do_phase (p INTEGER);
CREATE TEMP TRIGGER do_phase_row AFTER INSERT ON do_phase BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns)
		WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19)
		SELECT 5000000 * new.p + 4000 * i, 5000000 * new.p + 6000 + 51100 * i, 50000 FROM n;
	INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (5000000 * new.p + 85000, 950000);
END;
INSERT INTO do_phase VALUES (0), (1), (2), (3);
