-- SPDX-License-Identifier: MIT
-- As fires-tiny.sql, one every 8 us: the GPU is busy for an eighth of the time.
-- expect: advice!~"the CPU may be faster"
INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 999) SELECT 8000 * i, 5000, 8000 * i + 6500, 1000 FROM n;
