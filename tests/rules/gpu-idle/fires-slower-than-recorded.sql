-- SPDX-License-Identifier: MIT
-- As fires-hardly-slower-than-recorded.sql, but kernels of 11 us every 18.5 us: by the 5.5 us that the GPU waits each time the recorder's
-- cost is not off. It idles for less than half of the time, so that launch-bound has nothing.
-- expect: headline~"launching takes longer than running", severity=warning, evidence!~"compare with how long"
INSERT INTO meta VALUES ('call_cost_ns', 234);
INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 1999)
	SELECT 18500 * i, 6000, 9000 + 18500 * i, 11000 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (37000000, 24000);
