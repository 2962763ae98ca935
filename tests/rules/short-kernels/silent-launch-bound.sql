-- SPDX-License-Identifier: MIT
-- Kernels of 1 us every 5 us: the host launches no faster, which launch-bound says.
-- options: --rule launch-bound
INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 1999)
	SELECT 5000 * i, 4700, 7000 + 5000 * i, 1000 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (10003000, 12000);
