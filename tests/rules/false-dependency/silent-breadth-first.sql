-- SPDX-License-Identifier: MIT
-- Four streams on one queue, issued breadth-first: each kernel waits for its own stream's, not for the queue.
INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, channel_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 11)
	SELECT 4000 * i, 6000 + 4000 * (i % 4) + 101100 * (i / 4), 100000, 11 + i % 4, 1 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (50000, 275000);
