-- SPDX-License-Identifier: MIT
-- Launches of 4 us, shorter than launching takes, but the GPU waits for none of them: all were launched long before.
-- expect: severity=warning, occurrences=100, headline~124 of 132
INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 99) SELECT 3500 * i, 3400, 8000 + 5000 * i, 4000, 3 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (360000, 150000);
