-- SPDX-License-Identifier: MIT
-- As in fires-stream.sql, but beside a kernel of 60 ms the gaps are 3 % of the run.
INSERT INTO do_launch (call_ns, start_ns, duration_ns)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 2000 - 1)
	SELECT 3100 * i, 10000 + 5000 * i, 4000 FROM n;
INSERT INTO do_launch (call_ns, start_ns, duration_ns) VALUES (6201000, 10012000, 60000000);
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (6205000, 63810000);
