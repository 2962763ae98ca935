-- SPDX-License-Identifier: MIT
-- fires-in-a-loop.sql, with a kernel that XLA made: a program can but leave out what it stands for.
-- include: generated.sql
-- expect: severity=warning, occurrences=20, headline~"does nothing", advice~"changes nothing", advice!~"ifdef", advice!~"Leave these launches out"
UPDATE function SET name = 'loop_slice_fusion' WHERE id = (SELECT function_id FROM launch_shape WHERE id = 4);
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL
	SELECT i + 1 FROM n WHERE i < 39) SELECT 4000 * i, 6000 + 14000 * (i / 2) + 11000 * (i % 2),
	CASE i % 2 WHEN 0 THEN 10000 ELSE 2000 END, CASE i % 2 WHEN 0 THEN 7 ELSE 4 END FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (161000, 130000);
