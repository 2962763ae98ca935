-- SPDX-License-Identifier: MIT
-- fires-shared-load.sql with launches of two shapes, 500 us each: what the run waits for is that of both.
-- include: functions.sql
-- expect: headline~"data from shared memory", cost_ns=7000000..10000000
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19)
	SELECT 4000 * i, 6000 + 501000 * i, 500000, 4 + i % 2 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (85000, 9980000);
INSERT INTO do_sample VALUES (2, 208, 'short_scoreboard', 800, 800), (2, 272, 'selected', 100, 0), (2, 256, 'short_scoreboard', 50, 50);
