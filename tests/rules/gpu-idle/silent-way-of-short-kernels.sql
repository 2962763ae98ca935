-- SPDX-License-Identifier: MIT
-- The host launches one every 5.5 us: kernels of 4 us, of which the first half came 1 us after the one before and the others 1.5 us. The
-- GPU needs the 1 us to get from one to the next, which is short-kernels': the host makes it wait for half a microsecond, and no more.
INSERT INTO do_launch (call_ns, start_ns, duration_ns)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 999)
	SELECT 3100 * i, 10000 + 5000 * i, 4000 FROM n;
INSERT INTO do_launch (call_ns, start_ns, duration_ns)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 999)
	SELECT 5005000 + 5500 * i, 5010500 + 5500 * i, 4000 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (10505000, 7000);
