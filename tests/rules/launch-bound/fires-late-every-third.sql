-- SPDX-License-Identifier: MIT
-- 500 kernels of 1 us, one launch every 30 us. Every third one starts 25 us later than launches explain, as on a GPU that serves others, too: what
-- passes before a launch is the host's all the same.
-- expect: severity=warning, occurrences=499, cost_ns=7500000..14700000, headline~"the host needed"
INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 499)
	SELECT 30000 * i, 4700, 30000 * i + 5500 + 25000 * (i % 3 = 2), 1000 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (15000000, 6000);
