-- SPDX-License-Identifier: MIT
-- Two arrays of different sizes behind each step: one finding, which tells them apart.
-- expect-count: 1
-- expect: occurrences=38, cost_ns=1710000, evidence~19 copies of 64.0 MiB, evidence~19 copies of 32.0 MiB
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
		VALUES (12000 * new.i, 6000 + 300000 * new.i, 200000, 5);
	INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, copy_kind)
		VALUES (12000 * new.i + 4000, 207500 + 300000 * new.i, 60000, 64 << 20, 8);
	INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, copy_kind)
		VALUES (12000 * new.i + 8000, 268500 + 300000 * new.i, 30000, 32 << 20, 8);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19) SELECT i FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (240000, 5770000);
