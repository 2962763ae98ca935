-- SPDX-License-Identifier: MIT
-- Kernels of 20 ms: that the host waits for each costs next to nothing.
INSERT INTO environment VALUES ('CUDA_LAUNCH_BLOCKING', '1');
INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 99)
	SELECT 20015000 * i, 20010000, 5000 + 20015000 * i, 20000000 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (2001500000, 5000);
