-- SPDX-License-Identifier: MIT
-- As fires-without-recorder.sql, but of launches that take 25 us: recording took 3.2 of these, and half of that may not be an
-- error of the gain, 0.8 ms beside that of the rule's other gains, 0.4.
-- expect: gain_ns=9000000..11500000, gain_error_ns<=1150000
INSERT INTO meta VALUES ('call_cost_ns', 234);
INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 499)
	SELECT 25000 * i, 24700, 27000 + 25000 * i, 1000 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (12500000, 6000);
