-- SPDX-License-Identifier: MIT
-- Two threads launch the same kernels, and neither waits for them: the second one's last launches wait for room in the queue.
INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns, thread_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 1199)
	SELECT iif(i < 1000, 3000 * i, 12000000 + 11000 * (i - 1000)), iif(i < 1000, 2500, 10500), 9000 + 11000 * i, 10000, 1 + i % 2 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (14300000, 100000);
