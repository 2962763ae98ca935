-- SPDX-License-Identifier: MIT
-- The same chains, each stream with its own hardware queue: the chains run side by side.
INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, channel_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 11)
	SELECT 4000 * i, 6000 + 4000 * 3 * (i / 3) + 101000 * (i % 3), 100000, 11 + i / 3, 1 + i / 3 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (50000, 300000);
