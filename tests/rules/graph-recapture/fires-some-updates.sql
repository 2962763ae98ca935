-- SPDX-License-Identifier: MIT
-- As fires-each-step.sql, but in every fourth step the graph is updated: most are made anew.
-- expect: severity=warning, occurrences=19, headline~"made anew", advice~"instantiate once"
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_call (call_ns, call_duration_ns, api) WITH RECURSIVE n(k) AS (SELECT 0 UNION ALL SELECT k + 1 FROM n
		WHERE k < 9) SELECT 160000 * new.i + 1100 * k, 1000, 'cudaLaunchKernel_v7000' FROM n;
	INSERT INTO do_call (call_ns, call_duration_ns, api)
		VALUES (160000 * new.i + 11100, 90000, CASE new.i % 4 WHEN 3 THEN 'cudaGraphExecUpdate_v10020' ELSE 'cudaGraphInstantiate_v12000' END);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id, api)
		VALUES (160000 * new.i + 102000, 160000 * new.i + 108000, 30000, 5, 'cudaGraphLaunch_v10000');
	INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (160000 * new.i + 106000, 36000);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19) SELECT i FROM n;
