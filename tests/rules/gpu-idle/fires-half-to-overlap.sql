-- SPDX-License-Identifier: MIT
-- The host waits for 1 KiB in each of 40 rounds, 600 us of the GPU's, and then works for 1 ms: to do both at once wins more than half of it.
-- expect: advice~"Let the host prepare the next piece of work", advice!~"takes longer than the GPU"
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, launch_shape_id) VALUES (1660000 * new.i, 1660000 * new.i + 6000, 600000, 5);
	INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, copy_kind, is_pinned, is_async, api)
		VALUES (1660000 * new.i + 5000, 600000 + 20000, 1660000 * new.i + 600000 + 12000, 2000, 1024, 2, 1, 0, 'cudaMemcpy_v3020');
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 39) SELECT i FROM n;
