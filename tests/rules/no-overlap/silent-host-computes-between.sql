-- SPDX-License-Identifier: MIT
-- The host waits for each result and makes the next chunk from it for 300 us: nothing could overlap.
CREATE TEMP TABLE do_chunk (i INTEGER, call_ns INTEGER, start_ns INTEGER, in_ns INTEGER, kernel_ns INTEGER, out_ns INTEGER,
	bytes INTEGER, stream INTEGER, is_async INTEGER DEFAULT 1, is_pinned INTEGER DEFAULT 1, copy_call_ns INTEGER DEFAULT 3000);
CREATE TEMP TRIGGER do_chunk_row AFTER INSERT ON do_chunk BEGIN
	INSERT INTO do_copy (call_ns, call_duration_ns, start_ns, duration_ns, size_bytes, stream_id, is_async, is_pinned)
		VALUES (new.call_ns, new.copy_call_ns, new.start_ns, new.in_ns, new.bytes, new.stream, new.is_async, new.is_pinned);
	INSERT INTO do_launch (call_ns, start_ns, duration_ns, stream_id, launch_shape_id)
		VALUES (new.call_ns + new.copy_call_ns + 500, new.start_ns + new.in_ns + 2000, new.kernel_ns, new.stream, 5);
	INSERT INTO do_copy (call_ns, start_ns, duration_ns, size_bytes, copy_kind, stream_id)
		SELECT new.call_ns + new.copy_call_ns + 4000, new.start_ns + new.in_ns + new.kernel_ns + 4000, new.out_ns, new.bytes,
			2, new.stream WHERE new.out_ns > 0;
END;
CREATE TEMP TABLE do_step (i INTEGER);
CREATE TEMP TRIGGER do_step_row AFTER INSERT ON do_step BEGIN
	INSERT INTO do_chunk (i, call_ns, start_ns, in_ns, kernel_ns, out_ns, bytes, stream)
		VALUES (new.i, 800000 * new.i, 800000 * new.i + 10000, 150000, 130000, 150000, 8 << 20, 11);
	INSERT INTO do_wait (call_ns, call_duration_ns, stream_id) VALUES (800000 * new.i + 12000, 440000, 11);
END;
INSERT INTO do_step WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 7) SELECT i FROM n;
