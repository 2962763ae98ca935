-- SPDX-License-Identifier: MIT
-- A library tries each of six kernels twenty times, and compares results on the host each time, for 2 ms; two of them
-- are then launched in a loop that keeps the GPU busy. The idle time is more than a tenth, all of it before the loop.
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 119)
	SELECT 2000000 * i, 6000 + 2000000 * i, 100000, 1 + i / 20 FROM n;
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 699)
	SELECT 242000000 + 4000 * i, 242010000 + 401000 * i, 400000, CASE i % 3 WHEN 2 THEN 7 ELSE 2 + i % 3 END FROM n;
