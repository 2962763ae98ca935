-- SPDX-License-Identifier: MIT
-- As fires-tiny.sql, and behind them three large kernels that take as long as all of these: the GPU has work that fills it.
-- expect: advice!~"the CPU may be faster"
INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 999) SELECT 20000 * i, 5000, 20000 * i + 8000, 800 FROM n;
INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 2) SELECT 20010000 + 8000 * i, 5000, 20016000 + 310000 * i, 300000, 4 FROM n;
