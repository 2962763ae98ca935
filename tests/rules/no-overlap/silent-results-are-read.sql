-- SPDX-License-Identifier: MIT
-- The host waits for each result and reads it for 300 us before it launches the next kernel, which may depend on it.
CREATE TEMP TABLE do_chunk (i INTEGER, call_ns INTEGER, start_ns INTEGER, kernel_ns INTEGER, out_ns INTEGER, stream INTEGER);
CREATE TEMP TRIGGER do_chunk_row AFTER INSERT ON do_chunk BEGIN
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id)
		VALUES (new.call_ns, new.start_ns, new.kernel_ns, new.stream, 5);
	INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, copy_kind, stream_id)
		VALUES (new.call_ns + 4000, new.start_ns + new.kernel_ns + 2000, new.out_ns, 8 << 20, 2, new.stream);
END;
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_chunk VALUES (new.i, 600000 * new.i, 600000 * new.i + 6000, 130000, 150000, 11);
	INSERT INTO do_wait (call_ns, call_duration_ns, stream_id) VALUES (600000 * new.i + 9000, 285000, 11);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 11) SELECT i FROM n;
