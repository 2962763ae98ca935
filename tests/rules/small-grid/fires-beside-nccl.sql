-- SPDX-License-Identifier: MIT
-- The all-reduces of NCCL are left out, the program's own kernel of eight blocks is not; in turn on one stream.
-- expect: subject~small, occurrences=10, headline~124 of 132
-- expect-count: 1
-- include: nccl.sql
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19)
	SELECT 4000 * i, 6000 + 501000 * i, 500000, CASE i % 2 WHEN 0 THEN 20 ELSE 3 END FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (85000, 9945000);
