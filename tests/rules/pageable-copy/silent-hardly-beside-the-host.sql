-- SPDX-License-Identifier: MIT
-- The same with copies of 64 KiB that take 40 us: of what the run does with the GPU a few percent, of the run next to
-- nothing.
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, is_pinned, is_async, api)
		VALUES (200000000 * new.i, 70000, 200000000 * new.i + 20000, 40000, 65536, 0, 0, 'cudaMemcpy_v3020');
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id)
		VALUES (200000000 * new.i + 80000, 200000000 * new.i + 86000, 500000, 5);
	INSERT INTO do_wait (call_ns, call_duration_ns) VALUES (200000000 * new.i + 90000, 500000);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19) SELECT i FROM n;
