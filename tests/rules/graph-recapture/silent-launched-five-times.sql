-- SPDX-License-Identifier: MIT
-- Twelve graphs of 90 us, each launched five times before the next is made: they are used again.
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_call (call_ns, call_duration_ns, api) VALUES (400000 * new.i, 90000, 'cudaGraphInstantiate_v12000');
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id, api) WITH RECURSIVE n(k) AS (SELECT 0 UNION ALL
		SELECT k + 1 FROM n WHERE k < 4)
		SELECT 400000 * new.i + 100000 + 45000 * k, 400000 * new.i + 106000 + 45000 * k, 38000, 5, 'cudaGraphLaunch_v10000' FROM n;
	INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (400000 * new.i + 326000, 10000);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 11) SELECT i FROM n;
