-- SPDX-License-Identifier: MIT
-- Four blocking streams, and a short kernel in the null stream after each launch: all take turns.
-- Without the barrier the longest chain is four null kernels, or one kernel of 100 us.
-- expect: severity=warning, cost_ns=300000..480000, gain_percent=50..80, evidence~null stream, advice~cudaStreamNonBlocking, evidence!~"goes to another wait"
INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 7)
	SELECT 4000 * i, 6000 + 112200 * (i / 2) + 101100 * (i % 2), CASE i % 2 WHEN 0 THEN 100000 ELSE 10000 END,
		CASE i % 2 WHEN 0 THEN 2 + i / 2 ELSE 1 END FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (35000, 430000);
