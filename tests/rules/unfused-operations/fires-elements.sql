-- SPDX-License-Identifier: MIT
-- Twenty times two kernels of the program's own, each of which loads and stores at one index, without loops, in the same grid.
-- Of 200 us each time, 100 stay, and 1 us is between them.
-- include: elements.sql
-- expect: severity=note, subject="kernels of the program", occurrences=40, cost_ns=2000000..2030000, gain=null, headline~"40 kernels that go element by element", headline~"20 rows", evidence~"small (20) and large (20)", advice!~"copied behind"
-- expect-count: 1
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
		VALUES (10000 * new.i, 6000 + 300000 * new.i, 100000, 4);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
		VALUES (10000 * new.i + 5000, 107000 + 300000 * new.i, 100000, 7);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19) SELECT i FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (200000, 5810000);
