-- SPDX-License-Identifier: MIT
-- As silent-residuals.sql, but kernels in a non-blocking stream and residuals by cudaMemcpyAsync()
-- in another one, which waits for an event behind each kernel.
CREATE TEMP TABLE step (i INTEGER);
CREATE TEMP TRIGGER step_row AFTER INSERT ON step BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id)
		VALUES (30000 * new.i, 30000 * new.i + 6000, 20000, 11, 4);
	INSERT INTO do_event (call_ns, call_duration_ns, event_id, stream_id)
		VALUES (30000 * new.i + 3500, 500, 5, 11);
	INSERT INTO do_wait_event (call_ns, call_duration_ns, event_id, stream_id)
		VALUES (30000 * new.i + 4500, 500, 5, 12);
	INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, copy_kind, stream_id)
		VALUES (30000 * new.i + 5500, 2000, 30000 * new.i + 27200, 1000, 4, 2, 12);
END;
INSERT INTO step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 99) SELECT i FROM n;
