-- SPDX-License-Identifier: MIT
-- Ten launches, 1 s in which more is compiled, and 500 launches every 5 us: such a pause does not come again.
-- expect: severity=warning, occurrences=500, cost_ns=1900000..2200000
INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 509)
	SELECT 5000 * i + (i / 10 > 0) * 1000000000, 4700, 7000 + 5000 * i + (i / 10 > 0) * 1000000000, 1000 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (1002550000, 6000);
