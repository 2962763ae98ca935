-- SPDX-License-Identifier: MIT
-- The same of two threads of which neither waits for the other, as far as anybody knows: what the main thread does in its pause of 590 us
-- may be its own work, which no graph makes shorter.
-- expect: severity=warning, occurrences=5999, cost_ns=50000000..66000000, gain_percent=15..30
INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns, thread_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 5999)
	SELECT 800000 * (i / 60) + 10000 * (i % 60) + 100000 * (i % 60 >= 20), 5000,
		800000 * (i / 60) + 10000 * (i % 60) + 100000 * (i % 60 >= 20) + 7000, 1000, 1 + (i % 60 >= 20) FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (80000000, 6000);
