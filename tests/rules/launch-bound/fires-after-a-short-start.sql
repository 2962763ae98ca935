-- SPDX-License-Identifier: MIT
-- As fires-after-a-long-start.sql, but the host works for 1.5 ms: the loop is more than half of the run, and a share of
-- the run says enough.
-- expect: severity=warning, occurrences=499, evidence!~without start-up
INSERT INTO do_fill (call_ns, start_ns, duration_ns, size_bytes) VALUES (-1500000, -1490000, 5000, 1 << 20);
INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 499)
	SELECT 5000 * i, 4700, 7000 + 5000 * i, 1000 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (2500000, 6000);
