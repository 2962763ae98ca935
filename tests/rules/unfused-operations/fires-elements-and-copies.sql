-- SPDX-License-Identifier: MIT
-- The same, and behind them a copy within the GPU of as many elements, 90 us.
-- include: elements.sql
-- expect: occurrences=60, cost_ns=3800000..3860000, headline~"40 kernels and 20 copies", advice~"copied behind"
-- expect-count: 1
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
		VALUES (10000 * new.i, 6000 + 300000 * new.i, 100000, 4);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
		VALUES (10000 * new.i + 5000, 107000 + 300000 * new.i, 100000, 7);
	INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, copy_kind)
		VALUES (10000 * new.i + 8000, 208000 + 300000 * new.i, 90000, 1081344, 8);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19) SELECT i FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (200000, 5810000);
