-- SPDX-License-Identifier: MIT
-- A result of 4 bytes after each of forty kernels of 500 us: pinned memory would win 1 us of each.
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
		VALUES (520000 * new.i, 520000 * new.i + 6000, 500000, 5);
	INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, copy_kind, is_pinned, is_async, api)
		VALUES (520000 * new.i + 4000, 508000, 520000 * new.i + 507000, 2000, 4, 2, 0, 0, 'cudaMemcpy_v3020');
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 39) SELECT i FROM n;
