-- SPDX-License-Identifier: MIT
-- As fires-in-one-queue.sql, before a kernel of 150 ms: the wait is a tenth of the run, and what is behind it is looked for.
-- expect: gain=null, evidence~hardware queue
INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, channel_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 13)
	SELECT 4000 * i, 6000 + 9007600 * (i / 5) + CASE i % 5 WHEN 4 THEN 9005000 ELSE 3001000 * (i % 5) END,
		CASE i % 5 WHEN 4 THEN 800 WHEN 3 THEN 1000 ELSE 3000000 END, CASE i % 5 WHEN 4 THEN 1 ELSE 2 + i / 5 END, 1
	FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (60000, 26970000);
INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id) VALUES (27040000, 27046000, 150000000, 11, 5);
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (27044000, 150005000);
