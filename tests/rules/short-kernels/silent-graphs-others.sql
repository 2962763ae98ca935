-- SPDX-License-Identifier: MIT
-- As fires-graphs.sql, but a kernel of its own is launched behind each graph.
-- include: graphs.sql
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_graph (call_ns, start_ns) VALUES (6000 * new.i, 10000 + 31696 * new.i);
	INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns, stream_id)
		VALUES (6000 * new.i + 2700, 2500, 20696 + 31696 * new.i, 19560, 11);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 2000 - 1) SELECT i FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (12000000, 51410000);
