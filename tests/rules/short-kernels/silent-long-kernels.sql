-- SPDX-License-Identifier: MIT
-- As in fires-stream.sql, but of 20 us.
INSERT INTO do_launch (call_ns, start_ns, duration_ns)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 2000 - 1)
	SELECT 3100 * i, 10000 + 21000 * i, 20000 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (6201000, 35810000);
