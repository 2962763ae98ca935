-- SPDX-License-Identifier: MIT
-- Kernels of one thread in several streams, so that the rule small-grid is silent: what the thread waits for is said, and
-- that more threads would help whatever that is.
-- expect: severity=note, headline~"runs with one thread", headline~"global, local or texture", advice~many threads, advice~"if its data need not be copied there"
UPDATE launch_shape SET grid_x = 1, block_x = 1 WHERE id = 5;
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id, stream_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 9)
	SELECT 4000 * i, 6000 + 501000 * i, 500000, 5, 11 + i % 4 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (45000, 4975000);
INSERT INTO do_sample VALUES (2, 0, 'long_scoreboard', 900, 900), (2, 16, 'selected', 100, 0);
