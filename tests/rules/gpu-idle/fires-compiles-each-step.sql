-- SPDX-License-Identifier: MIT
-- fires-host-prepares.sql, and at the end of what the host does it loads what it has made.
-- expect: headline~work of its own, evidence~"is loaded in 29 of these gaps", advice~compiled
INSERT INTO do_call (call_ns, call_duration_ns, api) VALUES (-20000, 5000, 'cudaGetDeviceCount_v3020');
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_call (call_ns, call_duration_ns, api)
		SELECT 362000 * new.i - 40000, 30000, 'cuModuleLoadData' WHERE new.i % 1 = 0;
	INSERT INTO do_launch (call_ns, start_ns, duration_ns) VALUES (362000 * new.i, 6000 + 362000 * new.i, 200000);
	INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (4000 + 362000 * new.i, 207000);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 29) SELECT i FROM n;
