-- SPDX-License-Identifier: MIT
-- A warp looks through a result in each of ten rounds, for a sixth of the run in all: worth a note, though its work may be
-- serial by nature.
-- expect: severity=note, gain=null, subject="small", headline~"one warp"
-- expect-count: 1
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19)
	SELECT 700000 * (i / 2) + 4000 * (i % 2), 700000 * (i / 2) + 10000 + 502000 * (i % 2), CASE i % 2 WHEN 0 THEN 500000 ELSE 120000 END,
		CASE i % 2 WHEN 0 THEN 5 ELSE 1 END FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (700000 * 9 + 8000, 700000);
