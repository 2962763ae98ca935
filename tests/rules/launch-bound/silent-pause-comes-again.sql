-- SPDX-License-Identifier: MIT
-- The pause is among the first launches, and one of an eighth of it comes later: it is of the program's kind.
INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 509)
	SELECT 5000 * i + (i / 10 > 0) * 1000000000 + (i / 300 > 0) * 125000000, 4700,
		7000 + 5000 * i + (i / 10 > 0) * 1000000000 + (i / 300 > 0) * 125000000, 1000 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (1127550000, 6000);
