-- SPDX-License-Identifier: MIT
-- Twenty steps: a launch is captured (1 us), the graph is instantiated (90 us), launched once, waited for; then what was
-- instantiated is destroyed (30 us), and the graph (10 us). 20 us of the host's own work before the next capture stay.
-- The first instantiation and the last destruction are needed.
-- expect: severity=warning, occurrences=19, cost_ns=2490000..2495000, gain_ns=2400000..2600000, headline~"20 graphs"
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_call (call_ns, call_duration_ns, api) VALUES (220000 * new.i, 1000, 'cudaLaunchKernel_v7000'),
		(220000 * new.i + 1100, 90000, 'cudaGraphInstantiate_v12000');
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id, api)
		VALUES (220000 * new.i + 92000, 220000 * new.i + 98000, 30000, 5, 'cudaGraphLaunch_v10000');
	INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (220000 * new.i + 96000, 36000);
	INSERT INTO do_call (call_ns, call_duration_ns, api)
		VALUES (220000 * new.i + 133000, 30000, 'cudaGraphExecDestroy_v10000'),
		(220000 * new.i + 164000, 10000, 'cudaGraphDestroy_v10000');
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19) SELECT i FROM n;
