-- SPDX-License-Identifier: MIT
-- An event is made and destroyed in each of twenty steps of 1 ms, in 1 us.
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_call (call_ns, call_duration_ns, api) VALUES (1010000 * new.i, 500, 'cudaEventCreate_v3020');
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
		VALUES (1010000 * new.i + 1000, 1010000 * new.i + 7000, 1000000, 5);
	INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (1010000 * new.i + 5000, 1003000);
	INSERT INTO do_call (call_ns, call_duration_ns, api) VALUES (1010000 * new.i + 1009000, 500, 'cudaEventDestroy_v3020');
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19) SELECT i FROM n;
