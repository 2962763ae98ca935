-- SPDX-License-Identifier: MIT
-- A chain of short kernels, issued far ahead: the gaps between them are the hardware's, not the host's.
INSERT INTO do_launch (call_ns, start_ns, duration_ns)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 99)
	SELECT 4000 * i, 6000 + 6300 * i, 5000 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (410000, 230000);
