-- SPDX-License-Identifier: MIT
-- Kernels of 20 us, launched every 4 us: the host is ahead, the GPU always has the next one.
INSERT INTO do_launch (call_ns, start_ns, duration_ns)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 99)
	SELECT 4000 * i, 6000 + 21100 * i, 20000 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (410000, 1710000);
