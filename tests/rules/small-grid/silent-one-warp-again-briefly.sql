-- SPDX-License-Identifier: MIT
-- As in fires-one-warp-again.sql, but for a fiftieth of the run.
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19)
	SELECT 5200000 * (i / 2) + 4000 * (i % 2), 5200000 * (i / 2) + 10000 + 5002000 * (i % 2), CASE i % 2 WHEN 0 THEN 5000000 ELSE 120000 END,
		CASE i % 2 WHEN 0 THEN 5 ELSE 1 END FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (5200000 * 9 + 8000, 5200000);
