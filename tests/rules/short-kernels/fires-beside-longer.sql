-- SPDX-License-Identifier: MIT
-- fires-stream.sql, and behind it 200 kernels of 20 us with as much before each: these are not short.
-- expect: occurrences=1999, cost_ns=1900000..2000000, headline~"4.000 us each"
INSERT INTO do_launch (call_ns, start_ns, duration_ns)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 2000 - 1)
	SELECT 3100 * i, 10000 + 5000 * i, 4000 FROM n;
INSERT INTO do_launch (call_ns, start_ns, duration_ns)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 200 - 1)
	SELECT 6200000 + 3100 * i, 10010000 + 21000 * i, 20000 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (6821000, 7400000);
