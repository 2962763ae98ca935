-- SPDX-License-Identifier: MIT
-- As fires-short-kernels.sql, but it is known what recording cost: 1.6 of the 4 us between two kernels. Half of that may be
-- an error of the gain, 0.4 ms.
-- expect: severity=warning, occurrences=499, cost_ns=1100000..1300000, gain_ns=900000..1300000, gain_error_ns>=400000, headline~"needed 3."
INSERT INTO meta VALUES ('call_cost_ns', 234);
INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 499)
	SELECT 5000 * i, 4700, 7000 + 5000 * i, 1000 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (2500000, 6000);
