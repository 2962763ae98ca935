-- SPDX-License-Identifier: MIT
-- As fires-graphs.sql, but the host waits for each launch: it may decide by the result whether there is another one.
-- include: graphs.sql
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_graph (call_ns, start_ns) VALUES (22000 * new.i, 22000 * new.i + 5000);
	INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (22000 * new.i + 3000, 16000);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 2000 - 1) SELECT i FROM n;
