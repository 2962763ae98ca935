-- SPDX-License-Identifier: MIT
-- As fires-without-recorder.sql, but launches take twice as long, and so does recording them: 3.1 of the 10 us between two kernels.
-- expect: severity=warning, occurrences=499, headline~"needed 6.", cost_ns=2900000..3000000
INSERT INTO meta VALUES ('call_cost_ns', 234);
INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 499)
	SELECT 10000 * i, 9400, 14000 + 10000 * i, 1000 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (5000000, 12000);
