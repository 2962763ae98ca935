-- SPDX-License-Identifier: MIT
-- As fires-graphs.sql, but the host sets a parameter of a node before each launch.
-- include: graphs.sql
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_call (call_ns, call_duration_ns, api) VALUES (5000 * new.i, 1500, 'cudaGraphExecKernelNodeSetParams_v10010');
	INSERT INTO do_graph (call_ns, start_ns) VALUES (5000 * new.i + 2000, 10000 + 10696 * new.i);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 2000 - 1) SELECT i FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (10000000, 11410000);
