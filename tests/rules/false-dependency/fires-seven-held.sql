-- SPDX-License-Identifier: MIT
-- Eight streams in one hardware queue, two kernels of 10 us each: seven chains wait for the queue's head, and start 1.15 us
-- behind it. That is too few to measure this lag by; without the queue each starts when it is issued, 8 us after another.
-- expect: occurrences=7, gain_ns=29000..30500
INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, channel_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 15)
	SELECT 4000 * i, 6000 + 12250 * (i / 2) + 11100 * (i % 2), 10000, 11 + i / 2, 1 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (64000, 50850);
