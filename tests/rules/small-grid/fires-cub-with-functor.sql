-- SPDX-License-Identifier: MIT
-- A kernel of CUB with a functor of the program's, most of its time in that: the library chose the grid all the same.
-- include: functor.sql
-- expect: severity=note, gain=null, advice~"one call the items of several", evidence~"CUB chose this kernel and its launch"
UPDATE function SET name = '_ZN3cub9transformIN3app4WorkEEEvPfiT_' WHERE id = 1;
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
	WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 9)
	SELECT 4000 * i, 6000 + 501000 * i, 500000, 3 FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (50000, 5000000);
INSERT INTO do_sample VALUES (1, 0x190, 'long_scoreboard', 900, 900), (1, 0x190, 'selected', 100, 0);
