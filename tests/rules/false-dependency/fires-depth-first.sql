-- SPDX-License-Identifier: MIT
-- Four streams share hardware queue 1. Each gets a chain of three kernels before the next stream gets its own:
-- the first of a chain starts only when the last of the chain before it has left the head of the queue, which is
-- when it starts. Without the shared queue all of it takes 3 x 100 us.
-- expect: severity=warning, cost_ns=580000..920000, gain_percent=60..70, headline~queue, advice~"CONNECTIONS=32"
INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, channel_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 11)
	SELECT 4000 * i, 6000 + 203000 * (i / 3) + 101000 * (i % 3), 100000, 11 + i / 3, 1 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (50000, 872000);
