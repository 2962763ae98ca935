-- SPDX-License-Identifier: MIT
-- Functions are loaded one after another at the start, before anything else runs: start-up.
INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns, launch_shape_id) VALUES
	(0, 200000, 203000, 2000, 1), (210000, 90000, 303000, 2000, 4);
INSERT INTO overhead (kind, start_ns, duration_ns, thread_id) VALUES (327680, 1000, 190000, 1), (327680, 211000, 80000, 1);
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19)
	SELECT 400000 + 4000 * i, 406000 + 51100 * i, 50000, CASE i % 2 WHEN 0 THEN 1 ELSE 4 END FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (490000, 945000);
