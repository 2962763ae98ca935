-- SPDX-License-Identifier: MIT
-- 500 kernels of 5 us, two launches every 20 us, to two streams that run at the same time: the GPU is busy for 7 us of them.
-- A graph of all keeps the two at once, and wins the other 13.
-- expect: gain_ns=2600000..3400000
INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns, stream_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 499)
	SELECT 20000 * (i / 2) + 2000 * (i % 2), CASE WHEN i % 2 THEN 17000 ELSE 1800 END, 20000 * (i / 2) + 2000 * (i % 2) + 5000, 5000, 11 + i % 2 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (5000000, 12000);
