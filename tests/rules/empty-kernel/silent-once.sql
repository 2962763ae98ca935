-- SPDX-License-Identifier: MIT
-- A kernel that does nothing, launched once to start CUDA.
-- include: empty.sql
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (0, 6000, 2000, 4);
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL
	SELECT i + 1 FROM n WHERE i < 10) SELECT 4000 * i, 6000 + 20000 * i, 18000, 7 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (45000, 190000);
