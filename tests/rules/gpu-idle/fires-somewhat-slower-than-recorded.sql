-- SPDX-License-Identifier: MIT
-- As fires-slower-than-recorded.sql, but kernels of 13 us: the 3.5 us that are left of each gap are some five times what is not known of the
-- recorder's cost, and the program's.
-- expect: headline~"launching takes longer than running", severity=warning, evidence!~"compare with how long"
INSERT INTO meta VALUES ('call_cost_ns', 234);
INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 1999)
	SELECT 18500 * i, 6000, 9000 + 18500 * i, 13000 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (37000000, 24000);
