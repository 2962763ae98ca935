-- SPDX-License-Identifier: MIT
-- A wavefront: grids of 2 to 41 blocks of one kernel, one after another. No single size stands for all.
-- expect-count: 1
-- expect: severity=warning, occurrences=40, headline~"with 2 to 41 blocks: on average 110 of 132 SMs"
WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 39)
INSERT INTO launch_shape SELECT 100 + i, 1, 2 + i, 1, 1, 128, 1, 1, 0, 0, 0, 16, 0, 0, 32768, NULL, 0, 0, 0 FROM n;
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 39)
	SELECT 4000 * i, 6000 + 51000 * i, 50000, 100 + i FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (170000, 1880000);
