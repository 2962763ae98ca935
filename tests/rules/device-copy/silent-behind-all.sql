-- SPDX-License-Identifier: MIT
-- Twenty copies between buffers before the first kernel, and twenty behind the last: they collect and arrange data.
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, copy_kind)
		VALUES (5000 * new.i, 6000 + 92000 * new.i, 90000, 128 << 20, 8);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19) SELECT i FROM n;
INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (100000, 1847000, 200000, 5);
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 23 UNION ALL SELECT i + 1 FROM n WHERE i < 42) SELECT i FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (215000, 3750000);
