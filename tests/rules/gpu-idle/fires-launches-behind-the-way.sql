-- SPDX-License-Identifier: MIT
-- As silent-way-of-short-kernels.sql, but the host launches one every 7 us: the GPU waits for 2 us each time, behind the 1 us that it needs.
-- It works for more than half of the time, so that these rows are not launch-bound's.
-- expect: headline~"launching takes longer than running", cost_ns=1950000..2050000
INSERT INTO do_launch (call_ns, start_ns, duration_ns)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 999)
	SELECT 3100 * i, 10000 + 5000 * i, 4000 FROM n;
INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 999)
	SELECT 5005000 + 7000 * i, 6800, 5012000 + 7000 * i, 4000 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (12005000, 20000);
