-- SPDX-License-Identifier: MIT
-- Everything runs in the null stream: its order is stream order, no barrier between streams.
INSERT INTO do_launch (call_ns, start_ns, duration_ns)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 9)
	SELECT 4000 * i, 6000 + 51100 * i, 50000 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (45000, 475000);
