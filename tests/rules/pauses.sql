-- SPDX-License-Identifier: MIT
-- do_pauses: round I of 40 ms: 20 ms of the host's own work, a call that loads, a kernel of `large` and kernels of five other functions, a wait; and SMALL
-- kernels of 10 us each 80 us, between which the host works.
CREATE TEMP TABLE do_pauses (i INTEGER, small INTEGER);
CREATE TEMP TRIGGER do_pauses_row AFTER INSERT ON do_pauses BEGIN
	INSERT INTO do_call (call_ns, call_duration_ns, api) VALUES (40000000 * new.i + 20000000, 100000, 'cuLibraryLoadData');
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (40000000 * new.i + 20101000, 40000000 * new.i + 20106000, 100000, 5);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
		WITH RECURSIVE n(f) AS (SELECT 1 UNION ALL SELECT f + 1 FROM n WHERE f < 5)
		SELECT 40000000 * new.i + 20101000 + 4000 * f, 40000000 * new.i + 20106000 + 101000 + 31000 * (f - 1), 30000, 20 + f FROM n;
	INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (40000000 * new.i + 20130000, 370000);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
		WITH RECURSIVE n(k) AS (SELECT 0 UNION ALL SELECT k + 1 FROM n WHERE k < new.small - 1)
		SELECT 40000000 * new.i + 20600000 + 80000 * k, 40000000 * new.i + 20605000 + 80000 * k, 10000, 26 FROM n;
END;
