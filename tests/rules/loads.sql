-- SPDX-License-Identifier: MIT
-- do_load: round I of 1 ms: a call of API that loads for 500 us, a launch call of 200 us, a kernel of 100 us, a short launch, a wait.
CREATE TEMP TABLE do_load (i INTEGER, api TEXT);
CREATE TEMP TRIGGER do_load_row AFTER INSERT ON do_load BEGIN
	INSERT INTO do_call (call_ns, call_duration_ns, api) VALUES (1000000 * new.i, 500000, new.api);
	INSERT INTO do_launch (call_ns, call_duration_ns, start_ns, duration_ns, launch_shape_id)
		VALUES (1000000 * new.i + 501000, 200000, 1000000 * new.i + 704000, 100000, 5);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
		VALUES (1000000 * new.i + 702000, 1000000 * new.i + 805000, 100000, 7);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
		VALUES (1000000 * new.i + 706000, 1000000 * new.i + 906000, 10000, 7);
	INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (1000000 * new.i + 710000, 210000);
END;
