-- SPDX-License-Identifier: MIT
-- Three blocking streams share hardware queue 1. Each gets its chain of kernels before the next one gets its own, with a
-- short kernel in the null stream between them. Without the barrier a chain stands behind the one before in the queue until
-- the last of that starts: one of the two alone wins next to nothing, and only without both do they run at the same time.
-- expect: severity=warning, cost_ns=17000000..19000000, gain=null, evidence~hardware queue, evidence~17.98 ms less
-- expect-count: 1
INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, channel_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 13)
	SELECT 4000 * i, 6000 + 9007600 * (i / 5) + CASE i % 5 WHEN 4 THEN 9005000 ELSE 3001000 * (i % 5) END,
		CASE i % 5 WHEN 4 THEN 800 WHEN 3 THEN 1000 ELSE 3000000 END, CASE i % 5 WHEN 4 THEN 1 ELSE 2 + i / 5 END, 1
	FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (60000, 26970000);
