-- SPDX-License-Identifier: MIT
-- The same with the pause behind 200 of the launches, and with a second one of 0.2 s: the program works on the host
-- between its phases, and what they take is next to nothing of it.
INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 509)
	SELECT 5000 * i + (i / 200 > 0) * 1000000000 + (i / 300 > 0) * 200000000, 4700,
		7000 + 5000 * i + (i / 200 > 0) * 1000000000 + (i / 300 > 0) * 200000000, 1000 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (1202550000, 6000);
