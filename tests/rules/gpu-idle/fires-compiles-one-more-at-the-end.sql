-- SPDX-License-Identifier: MIT
-- fires-compiles-at-the-start.sql, and behind the long kernel one more shape: a thirtieth of the cost is the end's, and what was compiled
-- was compiled once all the same.
-- expect: severity=note, headline~work of its own, evidence~"3.1 % of it is behind two thirds of the GPU's work", advice~"costs a longer run no more"
INSERT INTO do_call (call_ns, call_duration_ns, api) VALUES (-20000, 5000, 'cudaGetDeviceCount_v3020');
CREATE TEMP TABLE do_step (i INTEGER, start_ns INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_call (call_ns, call_duration_ns, api) VALUES (new.start_ns - 40000, 30000, 'cuModuleLoadData');
	INSERT INTO do_launch (call_ns, start_ns, duration_ns) VALUES (new.start_ns, 6000 + new.start_ns, 200000);
	INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (4000 + new.start_ns, 207000);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 29) SELECT i, 362000 * i FROM n;
INSERT INTO do_launch (call_ns, start_ns, duration_ns) VALUES (10860000, 10866000, 15000000);
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (10864000, 15004000);
INSERT INTO do_step VALUES (30, 26020000);
