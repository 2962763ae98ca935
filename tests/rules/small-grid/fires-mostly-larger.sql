-- SPDX-License-Identifier: MIT
-- A check with 4 blocks comes first, and then launches of 48 that take all the time: 84 SMs are idle, not 128.
-- expect: severity=warning, headline~"with 4 to 48 blocks: on average 84 of 132 SMs"
INSERT INTO launch_shape SELECT 100, 1, 48, 1, 1, 128, 1, 1, 0, 0, 0, 16, 0, 0, 32768, NULL, 0, 0, 0;
INSERT INTO launch_shape SELECT 101, 1, 4, 1, 1, 128, 1, 1, 0, 0, 0, 16, 0, 0, 32768, NULL, 0, 0, 0;
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (0, 6000, 20000, 101);
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 9)
	SELECT 4000 + 4000 * i, 27000 + 501000 * i, 500000, 100 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (50000, 4990000);
