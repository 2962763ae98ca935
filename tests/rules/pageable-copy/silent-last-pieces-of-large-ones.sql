-- SPDX-License-Identifier: MIT
-- fires-last-pieces-of-large-ones.sql with kernels of 120 ms: what the driver's buffer explains is less than one percent of that.
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (128000000 * new.i, 128000000 * new.i + 6000, 120000000, 5);
	INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, copy_kind, is_pinned, is_async)
		VALUES (128000000 * new.i + 5000, 126302000, 128000000 * new.i + 120007000, 1300000, 64 << 20, 2, 0, 0);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19) SELECT i FROM n;
