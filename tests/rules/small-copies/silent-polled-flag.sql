-- SPDX-License-Identifier: MIT
-- A blocking copy of 4 bytes after each launch in a non-blocking stream: the host polls a flag that a kernel sets.
CREATE TEMP TABLE step (i INTEGER);
CREATE TEMP TRIGGER step_row AFTER INSERT ON step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id)
		VALUES (20000 * new.i, 20000 * new.i + 4000, 15000, 11, 4);
	INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, copy_kind, is_async, stream_id,
			api)
		VALUES (20000 * new.i + 4000, 10000, 20000 * new.i + 8000, 1000, 4, 2, 0, 12, 'cudaMemcpy_v3020');
END;
INSERT INTO step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 99) SELECT i FROM n;
