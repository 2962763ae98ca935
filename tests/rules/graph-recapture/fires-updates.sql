-- SPDX-License-Identifier: MIT
-- Twenty steps: ten launches are captured (1 us each), and what was instantiated in the first step is updated with them
-- (30 us). Where only arguments change nothing need be captured again.
-- expect: severity=warning, occurrences=19, cost_ns=770000..790000, headline~"captured anew", advice~"without another capture", evidence~"190 calls"
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_call (call_ns, call_duration_ns, api) WITH RECURSIVE n(k) AS (SELECT 0 UNION ALL SELECT k + 1 FROM n
		WHERE k < 9) SELECT 160000 * new.i + 1100 * k, 1000, 'cudaLaunchKernel_v7000' FROM n;
	INSERT INTO do_call (call_ns, call_duration_ns, api)
		VALUES (160000 * new.i + 11100, 30000, CASE new.i WHEN 0 THEN 'cudaGraphInstantiate_v12000' ELSE 'cudaGraphExecUpdate_v10020' END);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id, api)
		VALUES (160000 * new.i + 102000, 160000 * new.i + 108000, 30000, 5, 'cudaGraphLaunch_v10000');
	INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (160000 * new.i + 106000, 36000);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19) SELECT i FROM n;
