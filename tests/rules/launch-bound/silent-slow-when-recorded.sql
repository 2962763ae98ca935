-- SPDX-License-Identifier: MIT
-- 500 kernels of 2.3 us, one launch every 5 us: the GPU is idle for 54 % of the time. But 1.6 us of each launch are the
-- recorder's: without it the GPU is idle for a third of the time.
INSERT INTO meta VALUES ('call_cost_ns', 234);
INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 499)
	SELECT 5000 * i, 4700, 7000 + 5000 * i, 2300 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (2500000, 6000);
