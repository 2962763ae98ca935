-- SPDX-License-Identifier: MIT
-- Twelve rounds of a kernel that fills the GPU, in a blocking stream, and one block in the null stream, for which all wait. That
-- is the barrier's matter: without it the one block runs beside the others.
-- expect: severity=note, evidence~"see default-stream-barrier"
-- expect-count: 1
INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 23)
	SELECT 4000 * i, 6000 + 182200 * (i / 2) + 101100 * (i % 2), CASE i % 2 WHEN 0 THEN 100000 ELSE 80000 END,
		CASE i % 2 WHEN 0 THEN 2 + i / 2 % 4 ELSE 1 END, CASE i % 2 WHEN 0 THEN 4 ELSE 2 END FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (99000, 2110000);
