-- SPDX-License-Identifier: MIT
-- In each of two streams an operation and a reduction in turn.
-- include: operations.sql
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id, stream_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 39)
	SELECT 4000 * i, 6000 + 101000 * i, 100000, CASE WHEN i / 2 % 2 THEN 7 ELSE 5 END, 11 + i % 2 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (170000, 3900000);
