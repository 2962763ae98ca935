-- SPDX-License-Identifier: MIT
-- Rows of six launches with 145 us between them, in which native code computes: nobody knows a framework there.
INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 299)
	SELECT 15000 * i + 135000 * (i / 6), 5000, 7000 + 15000 * i + 135000 * (i / 6), 2000 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (11300000, 6000);
