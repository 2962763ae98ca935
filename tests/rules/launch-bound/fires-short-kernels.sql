-- SPDX-License-Identifier: MIT
-- 500 kernels of 1 us, one launch every 5 us.
-- expect: severity=warning, occurrences=499, cost_ns=1900000..2100000, gain_percent=40..80, advice~cudaGraphLaunch
INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 499)
	SELECT 5000 * i, 4700, 7000 + 5000 * i, 1000 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (2500000, 6000);
