-- SPDX-License-Identifier: MIT
-- 500 kernels of 3.3 us, one launch every 5 us: the GPU is idle for a third of the time, and shorter launches could
-- win no more than the kernels leave.
INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 499)
	SELECT 5000 * i, 4700, 7000 + 5000 * i, 3300 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (2500000, 6000);
