-- SPDX-License-Identifier: MIT
-- The same with 200 us of the GPU's: to do both at once wins a fifth of the host's work, which has to become less first.
-- expect: advice~"takes longer than the GPU", advice!~"Let the host prepare the next piece of work"
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (1260000 * new.i, 1260000 * new.i + 6000, 200000, 5);
	INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, copy_kind, is_pinned, is_async, api)
		VALUES (1260000 * new.i + 5000, 200000 + 20000, 1260000 * new.i + 200000 + 12000, 2000, 1024, 2, 1, 0, 'cudaMemcpy_v3020');
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 39) SELECT i FROM n;
