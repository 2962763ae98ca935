-- SPDX-License-Identifier: MIT
-- As in fires-stream.sql, but 900 of them.
INSERT INTO do_launch (call_ns, start_ns, duration_ns)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 900 - 1)
	SELECT 3100 * i, 10000 + 5000 * i, 4000 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (2800000, 1711000);
