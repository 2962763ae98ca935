-- SPDX-License-Identifier: MIT
-- A stream of copies alone, beside kernels of another one: copies that nothing in their stream waits for.
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id, stream_id)
		VALUES (10000 * new.i, 6000 + 201000 * new.i, 200000, 5, 11);
	INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, copy_kind, stream_id)
		VALUES (10000 * new.i + 5000, 12000 + 201000 * new.i, 90000, 128 << 20, 8, 12);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19) SELECT i FROM n;
INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (200000, 3830000);
