-- SPDX-License-Identifier: MIT
-- Kernels in the null stream and in non-blocking streams: they run side by side.
INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 7)
	SELECT 4000 * i, CASE i % 2 WHEN 0 THEN 6000 + 4000 * i ELSE 10000 + 20100 * (i / 2) END,
		CASE i % 2 WHEN 0 THEN 100000 ELSE 20000 END, CASE i % 2 WHEN 0 THEN 11 + i / 2 ELSE 1 END FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (35000, 105000);
